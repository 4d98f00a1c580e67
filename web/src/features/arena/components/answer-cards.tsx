import { useEffect, useRef, useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { cn } from "@/lib/cn";
import type { Battle, Details, Mode, Side, VoteValue } from "../api/battle";
import type { Turn } from "../fns/conversation";
import { arenaStrings } from "../fns/strings";
import { usePairedScroll } from "../hooks/use-paired-scroll";
import { AnswerCard } from "./answer-card";
import { prepareMarkdown } from "./load-markdown";

interface AnswerCardsProps {
  mode: Mode;
  turns: readonly Turn[];
  /** Whether the last turn is being answered right now. */
  live: boolean;
  details: Battle["details"];
  vote?: VoteValue | undefined;
  /** Whose vote it was. */
  voteLabel?: string;
  /** Whether the names were just revealed on this page. */
  justRevealed?: boolean;
  showFacts?: boolean;
  /** Why sides have no answer to the last turn. */
  failures?: Battle["failures"] | undefined;
  onRetrySide?: (() => void) | undefined;
}

export function AnswerCards(props: AnswerCardsProps) {
  const { mode, turns, live } = props;
  useEffect(prepareMarkdown, []);
  const sides: readonly Side[] = mode === "direct" ? ["left"] : ["left", "right"];
  const last = turns.at(-1);
  const version = `${turns.length}.${last?.answers.left?.length}.${last?.answers.right?.length}`;
  const scroll = usePairedScroll(live, version);
  const { inView, row, onScroll, show } = useSwipe();
  const { justRevealed = false } = props;
  useEffect(() => {
    // After a vote by keyboard, the button is gone, so focus moves to the names.
    if (justRevealed && isFocusLost()) row.current?.focus({ preventScroll: true });
  }, [justRevealed, row]);
  return (
    <>
      {sides.length === 2 && <SideSwitch side={inView} onChange={show} />}
      <section
        ref={row}
        onScroll={onScroll}
        tabIndex={-1}
        aria-label={arenaStrings.cards.answers}
        aria-busy={live}
        className={cn(
          "grid min-h-72 flex-1 outline-none gap-3.5 [grid-template-rows:minmax(0,1fr)]",
          // On a phone the vote buttons stay visible; after the vote the answers get the room.
          !props.vote && "max-md:min-h-56",
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
            justRevealed={justRevealed}
            showFacts={props.showFacts ?? false}
            failure={props.failures?.[side] ?? undefined}
            onRetry={props.onRetrySide}
            scroll={scroll(side)}
          />
        ))}
      </section>
    </>
  );
}

const isFocusLost = () => !document.activeElement || document.activeElement === document.body;

const swipe = arenaStrings.cards.swipe;
const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Which of the two cards a phone shows, and switching between them. */
function useSwipe() {
  const row = useRef<HTMLElement>(null);
  const [inView, setInView] = useState<Side>("left");
  return {
    row,
    inView,
    onScroll: () => {
      const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = row.current ?? {};
      setInView(scrollLeft > (scrollWidth - clientWidth) / 2 ? "right" : "left");
    },
    show: (side: Side) => {
      row.current?.scrollTo({
        left: side === "left" ? 0 : row.current.scrollWidth,
        behavior: prefersReducedMotion() ? "instant" : "smooth",
      });
    },
  };
}

/** Switches cards without swiping; only needed where the cards do not fit side by side. */
function SideSwitch({ side, onChange }: { side: Side; onChange: (side: Side) => void }) {
  return (
    <div className="-my-1 flex shrink-0 justify-center md:hidden">
      <Segmented
        label={swipe.label}
        value={side}
        onChange={onChange}
        options={(["left", "right"] as const).map((value) => ({
          value,
          label: (
            <>
              <span aria-hidden="true">{swipe[value].short}</span>
              <span className="sr-only">{swipe[value].name}</span>
            </>
          ),
        }))}
      />
    </div>
  );
}

function detailsOf(details: Battle["details"], side: Side): Details | undefined {
  return details?.[side] ?? undefined;
}
