import { Link } from "@tanstack/react-router";
import { type HTMLAttributes, memo, type ReactNode, type Ref } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { ModelLogo } from "@/components/ui/model-logo";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import type { Details, Side, SideFailure as SideFailureFacts } from "../api/battle";
import type { Turn } from "../fns/conversation";
import { factsOf } from "../fns/facts";
import { arenaStrings } from "../fns/strings";
import { Markdown } from "./markdown";
import { PromptImages } from "./prompt-images";
import { RatingFact } from "./rating-fact";
import { SideFailure } from "./side-failure";

const words = arenaStrings.cards;

interface AnswerCardProps {
  side: Side;
  alone: boolean;
  turns: readonly Turn[];
  live: boolean;
  details: Details | undefined;
  /** Label of the card that won the vote. */
  mark: string | undefined;
  justRevealed: boolean;
  showFacts: boolean;
  /** Why the last turn has no answer. */
  failure: SideFailureFacts | undefined;
  onRetry: (() => void) | undefined;
  scroll: HTMLAttributes<HTMLElement> & { ref: Ref<HTMLElement> };
}

export function AnswerCard(props: AnswerCardProps) {
  const { side, turns, live, details, scroll } = props;
  const name = props.alone ? words.one : words[side];
  const answer = turns.at(-1)?.answers[side];
  return (
    <article
      aria-label={details ? details.model_name : name}
      className="relative flex min-h-0 min-w-0 snap-center flex-col overflow-hidden rounded-card border border-line bg-panel shadow-lift"
    >
      <header
        className={cn(
          "flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4 font-semibold",
          side === "left"
            ? "shadow-[inset_0_3px_var(--left)]"
            : "shadow-[inset_0_3px_var(--right)]",
        )}
      >
        {details ? (
          <Revealed details={details} animate={props.justRevealed} />
        ) : (
          <>
            <Dot side={side} />
            <h2>{name}</h2>
          </>
        )}
        <span className="-mr-2 ml-auto flex shrink-0 items-center gap-1.5">
          {props.mark && (
            <span className="rounded-full border border-line px-2 py-px text-xs font-medium text-dim">
              {props.mark}
            </span>
          )}
          {!live && answer && <CopyButton text={answer} label={words.copy} />}
        </span>
      </header>
      <section
        {...scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
        tabIndex={0}
        aria-label={words.textOf(details ? details.model_name : name)}
        className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-4 py-3.5 text-[14.5px] leading-[1.65] -outline-offset-2 md:px-[18px]"
      >
        {turns.map((turn, index) => (
          <TurnPart
            key={turn.key}
            turn={turn}
            side={side}
            isFirst={index === 0}
            live={live && index === turns.length - 1}
            failure={
              props.failure && index === turns.length - 1 ? (
                <SideFailure failure={props.failure} onRetry={props.onRetry} />
              ) : undefined
            }
          />
        ))}
      </section>
      {details && props.showFacts && (
        <Facts
          details={details}
          answers={turns.filter((turn) => turn.answers[side]).length}
          fresh={props.justRevealed}
        />
      )}
    </article>
  );
}

interface TurnPartProps {
  turn: Turn;
  side: Side;
  isFirst: boolean;
  live: boolean;
  failure: ReactNode;
}

const TurnPart = memo(function TurnPart({ turn, side, isFirst, live, failure }: TurnPartProps) {
  const text = turn.answers[side];
  return (
    <div data-turn={turn.key} className={cn(!isFirst && "pt-5")}>
      {!isFirst && (
        <div className="mb-3 ml-auto w-fit max-w-[85%] rounded-card bg-soft px-3.5 py-2 break-words whitespace-pre-wrap">
          <span className="sr-only">{words.prompt}: </span>
          <p dir="auto">{turn.prompt}</p>
          <PromptImages images={turn.images} />
        </div>
      )}
      {text ? (
        <Markdown text={text} final={!live} />
      ) : live ? (
        <Waiting />
      ) : (
        (failure ?? <NoAnswer />)
      )}
    </div>
  );
});

/** The same skeleton on both sides, so that it reveals nothing about the models. */
function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3 py-1.5">
      <Skeleton className="w-11/12" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
      <Skeleton className="w-2/3" />
    </div>
  );
}

function NoAnswer() {
  return <p className="text-faint">{words.noAnswer}</p>;
}

function Dot({ side }: { side: Side }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "size-2 shrink-0 rounded-full",
        side === "left" ? "bg-side-left" : "bg-side-right",
      )}
    />
  );
}

function Revealed({ details, animate }: { details: Details; animate: boolean }) {
  const facts = [details.organization, details.license].filter(Boolean).join(" · ");
  return (
    <div className={cn("flex min-w-0 items-center gap-2.5", animate && "animate-flip")}>
      <ModelLogo
        modelId={details.model_id}
        name={details.model_name}
        className="size-[26px] text-[10px]"
      />
      <h2 className="truncate max-md:py-3">
        <Link
          to="/models/$modelId"
          params={{ modelId: details.model_id }}
          className="hover:underline max-md:py-3"
        >
          {details.model_name}
        </Link>
        {facts && <small className="text-xs font-normal text-dim"> · {facts}</small>}
      </h2>
    </div>
  );
}

interface FactsProps {
  details: Details;
  answers: number;
  fresh: boolean;
}

/** One line; what does not fit wraps into a hidden second line, least important first. */
function Facts({ details, answers, fresh }: FactsProps) {
  const facts = factsOf(details, answers);
  if (facts.length === 0 && !details.rating) return null;
  return (
    <footer
      title={facts.join(" · ")}
      className="shrink-0 border-t border-line px-4 py-1.5 text-[12.5px] leading-5 text-dim tabular-nums md:px-[18px] md:py-2"
    >
      <div className="flex flex-wrap gap-x-3 overflow-hidden md:h-5 md:gap-x-4">
        {details.rating && (
          <RatingFact modelId={details.model_id} rating={details.rating} fresh={fresh} />
        )}
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
    </footer>
  );
}
