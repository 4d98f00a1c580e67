import { useSyncExternalStore } from "react";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.box;
const NARROW = "(max-width: 47.99rem)";

/** Short texts for boxes that share their line with buttons. */
const SHORT: ReadonlyMap<string, string> = new Map([
  [words.followUp, words.short.followUp],
  [words.afterVote, words.short.next],
  [words.afterExpiry, words.short.next],
  [words.afterVoteContinue, words.short.afterVoteContinue],
  [words.turnsUsed, words.short.turnsUsed],
]);

function subscribe(listener: () => void): () => void {
  const width = matchMedia(NARROW);
  width.addEventListener("change", listener);
  return () => width.removeEventListener("change", listener);
}

/** The placeholder of the prompt box, shorter on phones. */
export function usePlaceholder(placeholder: string): string {
  const isNarrow = useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
  return isNarrow ? (SHORT.get(placeholder) ?? placeholder) : placeholder;
}
