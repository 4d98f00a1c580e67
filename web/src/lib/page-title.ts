import { useEffect } from "react";
import { createStore, useStore } from "./store";

const SITE = "llmbattler";
const shown = createStore("");

/** Names the page in the top bar and in the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    shown.set(title);
    document.title = title ? `${title} · ${SITE}` : SITE;
  }, [title]);
}

export function useShownTitle(): string {
  return useStore(shown);
}
