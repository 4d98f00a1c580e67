import { useEffect, useRef } from "react";
import { createStore, useStore } from "./store";

const SITE = "llmbattler";
const DONE = "✓ ";
const shown = createStore("");
/** What the tab says instead of the page's own title, and whether something was finished that nobody has seen yet. */
const tab = { title: "", isDone: false };

function write(): void {
  const title = tab.title || shown.get();
  document.title = `${tab.isDone ? DONE : ""}${title ? `${title} · ${SITE}` : SITE}`;
}

/** Names the page in the top bar and in the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    shown.set(title);
    write();
  }, [title]);
}

/** Names the tab more exactly than the page, while that is shown. */
export function useTabTitle(title: string): void {
  useEffect(() => {
    tab.title = title;
    write();
    return () => {
      tab.title = "";
      write();
    };
  }, [title]);
}

/** Ticks the tab off when the work ends well while nobody looks at it, until somebody does. */
export function useTabDoneMark(isBusy: boolean, wentWell: boolean): void {
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy && wentWell && document.hidden) {
      tab.isDone = true;
      write();
    }
    wasBusy.current = isBusy;
  }, [isBusy, wentWell]);
  useEffect(() => {
    const see = () => {
      if (document.hidden) return;
      tab.isDone = false;
      write();
    };
    document.addEventListener("visibilitychange", see);
    return () => {
      document.removeEventListener("visibilitychange", see);
      tab.isDone = false;
      write();
    };
  }, []);
}

export function useShownTitle(): string {
  return useStore(shown);
}
