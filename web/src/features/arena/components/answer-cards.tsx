import { cn } from "@/lib/cn";
import type { Battle, Details, Mode, Side, VoteValue } from "../api/battle";
import type { Turn } from "../fns/conversation";
import { arenaStrings } from "../fns/strings";
import { usePairedScroll } from "../hooks/use-paired-scroll";
import { AnswerCard } from "./answer-card";

interface AnswerCardsProps {
  mode: Mode;
  turns: readonly Turn[];
  /** The last turn is being answered right now. */
  live: boolean;
  details: Battle["details"];
  vote?: VoteValue | undefined;
  /** Whose vote it was, in a word or two. */
  voteLabel?: string;
  /** The names became known a moment ago, on this page. */
  justRevealed?: boolean;
  showFacts?: boolean;
}

export function AnswerCards(props: AnswerCardsProps) {
  const { mode, turns, live } = props;
  const sides: readonly Side[] = mode === "direct" ? ["left"] : ["left", "right"];
  const last = turns.at(-1);
  const version = `${turns.length}.${last?.answers.left?.length}.${last?.answers.right?.length}`;
  const scroll = usePairedScroll(live, version);
  return (
    <section
      aria-label={arenaStrings.cards.answers}
      aria-busy={live}
      className={cn(
        "grid min-h-72 flex-1 gap-3.5 [grid-template-rows:minmax(0,1fr)]",
        sides.length === 2
          ? "grid-cols-2 max-md:-mx-4 max-md:snap-x max-md:snap-mandatory max-md:auto-cols-[88%] max-md:grid-flow-col max-md:grid-cols-none max-md:overflow-x-auto max-md:overscroll-x-contain max-md:px-4 max-md:[scrollbar-width:none]"
          : "mx-auto w-full max-w-[900px] grid-cols-1",
      )}
    >
      {sides.map((side) => (
        <AnswerCard
          key={side}
          side={side}
          alone={sides.length === 1}
          turns={turns}
          live={live}
          details={detailsOf(props.details, side)}
          mark={
            props.vote === `${side}_better`
              ? (props.voteLabel ?? arenaStrings.votes.won)
              : undefined
          }
          justRevealed={props.justRevealed ?? false}
          showFacts={props.showFacts ?? false}
          scroll={scroll(side)}
        />
      ))}
    </section>
  );
}

function detailsOf(details: Battle["details"], side: Side): Details | undefined {
  return details?.[side] ?? undefined;
}
