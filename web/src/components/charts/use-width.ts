import { type RefObject, useLayoutEffect, useRef, useState } from "react";

const DEFAULT_WIDTH = 720;

/** Charts are drawn in real pixels, so that text keeps its size at every width. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  // A layout effect, so that the width is measured before the first paint.
  useLayoutEffect(() => {
    if (!element.current) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  return [element, width];
}
