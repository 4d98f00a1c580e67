import { useState } from "react";
import { draftOf, type NewRunSearch, type RunDraft, searchOf } from "../fns/new-run";

/** The draft of a run; the address follows it. */
export function useRunDraft(search: NewRunSearch, onSearch: (search: NewRunSearch) => void) {
  const [draft, setDraft] = useState(() => draftOf(search));
  const set = (changes: Partial<RunDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    onSearch(searchOf(next));
  };
  return [draft, set] as const;
}
