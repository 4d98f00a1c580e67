import { useEffect, useRef } from "react";
import { createStore, useStore } from "./store";

const SITE = "llmbattler";
const DONE = "✓ ";
const shown = createStore("");
/** The title of the tab if it differs from the page, and whether something finished unseen. */
const tab = { title: "", isDone: false };

function write(): void {
  const title = tab.title || shown.get();
  document.title = `${tab.isDone ? DONE : ""}${title ? `${title} · ${SITE}` : SITE}`;
}

/** Sets the title of the page in the top bar and the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    shown.set(title);
    write();
  }, [title]);
}

/** Sets a more specific title for the browser tab. */
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

/** Marks the tab when work succeeds while the page is hidden, until it is visible again. */
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
