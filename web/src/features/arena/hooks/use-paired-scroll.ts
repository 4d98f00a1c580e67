import { useLayoutEffect, useRef, type WheelEvent } from "react";
import type { Side } from "../api/battle";
import { type Landmarks, matchingTop } from "../fns/paired-scroll";

const NEAR_END = 48;

/**
 * Both cards scroll together, and follow the growing text while the reader is at its end. Only the card
 * that the reader's hand is on leads; the other's own scroll events mean nothing.
 */
export function usePairedScroll(isLive: boolean, version: string) {
  const cards = useRef<Partial<Record<Side, HTMLElement | null>>>({});
  const leader = useRef<Side | undefined>(undefined);
  const follows = useRef(true);
  const wasLive = useRef(isLive);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new piece of text counts.
  useLayoutEffect(() => {
    // The end is where the reader left it also when the vote takes some of the room.
    const grows = isLive || wasLive.current;
    // Whoever asks again wants to see the answer, wherever the last one was read.
    if (isLive && !wasLive.current) follows.current = true;
    wasLive.current = isLive;
    if (!grows || !follows.current) return;
    scrollToEnd(Object.values(cards.current));
  }, [isLive, version]);

  return (side: Side) => {
    const lead = () => {
      leader.current = side;
    };
    return {
      ref: (element: HTMLElement | null) => {
        cards.current[side] = element;
      },
      // The page may hear of the scrolling before it hears of the wheel, so a hand leads as soon as it comes.
      onPointerEnter: lead,
      onWheel: (event: WheelEvent) => {
        lead();
        if (event.deltaY < 0) follows.current = false;
      },
      onTouchStart: lead,
      onPointerDown: lead,
      onKeyDown: lead,
      onScroll: () => {
        const here = cards.current[side];
        const there = cards.current[side === "left" ? "right" : "left"];
        if (leader.current !== side || !here) return;
        follows.current = here.scrollHeight - here.scrollTop - here.clientHeight < NEAR_END;
        if (there) there.scrollTop = matchingTop(here.scrollTop, marksOf(here), marksOf(there));
      },
    };
  };
}

function scrollToEnd(cards: readonly (HTMLElement | null)[]): void {
  for (const card of cards) {
    if (card) card.scrollTop = card.scrollHeight;
  }
}

function marksOf(card: HTMLElement): Landmarks {
  const base = card.getBoundingClientRect().top - card.scrollTop;
  const turns = [...card.querySelectorAll("[data-turn]")].map(
    (turn) => turn.getBoundingClientRect().top - base,
  );
  return { turns, end: Math.max(0, card.scrollHeight - card.clientHeight) };
}
