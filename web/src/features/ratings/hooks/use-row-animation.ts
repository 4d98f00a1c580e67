import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { movedIds } from "../fns/rows";

const GLIDE_MS = 200;
const TINT_MS = 1_800;

const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function placesIn(container: HTMLElement): Map<string, { element: HTMLElement; top: number }> {
  const origin = container.getBoundingClientRect().top;
  const places = new Map();
  for (const element of container.querySelectorAll<HTMLElement>("[data-glide]")) {
    places.set(element.dataset.glide, {
      element,
      top: element.getBoundingClientRect().top - origin,
    });
  }
  return places;
}

function slide(element: HTMLElement, distance: number): void {
  if (distance === 0 || !element.animate) return;
  element.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], {
    duration: GLIDE_MS,
    easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
  });
}

/**
 * Animates rows marked `data-glide` from their old to their new place when new data moves them. Changes that the reader
 * asked for, such as another order (`setting`), are not animated.
 */
export function useRowAnimation<T extends HTMLElement>(
  ids: readonly string[],
  setting: string,
): RefObject<T | null> {
  const container = useRef<T>(null);
  const last = useRef({ setting, tops: new Map<string, number>() });
  const order = ids.join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move when the order changes.
  useLayoutEffect(() => {
    if (!container.current) return;
    const places = placesIn(container.current);
    const before = last.current;
    last.current = {
      setting,
      tops: new Map([...places].map(([id, { top }]) => [id, top])),
    };
    if (before.setting !== setting || prefersReducedMotion()) return;
    for (const [id, { element, top }] of places) slide(element, (before.tops.get(id) ?? top) - top);
  }, [order, setting]);
  return container;
}

const NONE: ReadonlySet<string> = new Set();

/** Rows that new data has just moved. */
export function useMoved(ids: readonly string[], setting: string): ReadonlySet<string> {
  const [moved, setMoved] = useState(NONE);
  const last = useRef({ setting, ids });
  const order = ids.join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move when the order changes.
  useEffect(() => {
    const before = last.current;
    last.current = { setting, ids };
    if (before.setting !== setting || before.ids.length === 0) return setMoved(NONE);
    const now = movedIds(before.ids, ids);
    if (now.length === 0) return;
    setMoved(new Set(now));
    const timer = setTimeout(() => setMoved(NONE), TINT_MS);
    return () => clearTimeout(timer);
  }, [order, setting]);
  return moved;
}
