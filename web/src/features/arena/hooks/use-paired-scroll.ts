import { useLayoutEffect, useRef, type WheelEvent } from "react";
import type { Side } from "../api/battle";
import { type Landmarks, matchingTop } from "../fns/paired-scroll";
import { useScrollState } from "./scroll-state";

const NEAR_END = 48;

/**
 * Scrolls both cards together and follows the growing text while the reader is at its end. Only the card under the
 * pointer leads; scroll events of the other are ignored.
 */
export function usePairedScroll(isLive: boolean, version: string) {
  const cards = useRef<Partial<Record<Side, HTMLElement | null>>>({});
  const leader = useRef<Side | undefined>(undefined);
  const place = useScrollState();
  const wasLive = useRef(isLive);

  useLayoutEffect(() => {
    const { follows, tops } = place.current;
    for (const [side, card] of Object.entries(cards.current)) {
      if (!follows && card) card.scrollTop = tops[side as Side] ?? 0;
    }
  }, [place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new piece of text.
  useLayoutEffect(() => {
    // Stay at the end when the vote bar takes some of the room.
    const grows = isLive || wasLive.current;
    // A new question scrolls to the end, wherever the last answer was read.
    if (isLive && !wasLive.current) place.current.follows = true;
    wasLive.current = isLive;
    if (!grows || !place.current.follows) return;
    scrollToEnd(Object.values(cards.current));
  }, [isLive, version]);

  const keepPlace = (follows: boolean) => {
    const { left, right } = cards.current;
    place.current = { follows, tops: { left: left?.scrollTop, right: right?.scrollTop } };
  };

  return (side: Side) => {
    const lead = () => {
      leader.current = side;
    };
    return {
      ref: (element: HTMLElement | null) => {
        cards.current[side] = element;
      },
      // A scroll event may arrive before the wheel event, so a card leads as soon as the pointer enters it.
      onPointerEnter: lead,
      onWheel: (event: WheelEvent) => {
        lead();
        if (event.deltaY < 0) keepPlace(false);
      },
      onTouchStart: lead,
      onPointerDown: lead,
      onKeyDown: lead,
      onScroll: () => {
        const here = cards.current[side];
        const there = cards.current[side === "left" ? "right" : "left"];
        if (leader.current !== side || !here) return;
        if (there) there.scrollTop = matchingTop(here.scrollTop, marksOf(here), marksOf(there));
        const follows = here.scrollHeight - here.scrollTop - here.clientHeight < NEAR_END;
        keepPlace(follows);
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
