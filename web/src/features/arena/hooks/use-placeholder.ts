import { useSyncExternalStore } from "react";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.box;
const NARROW = "(max-width: 47.99rem)";

/** What fits where the box shares its line with the buttons. */
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

/** The words in an empty box, in fewer letters on a phone. */
export function usePlaceholder(placeholder: string): string {
  const isNarrow = useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
  return isNarrow ? (SHORT.get(placeholder) ?? placeholder) : placeholder;
}
