import { useState } from "react";
import { forget, recall, remember } from "@/lib/local-memory";
import { readDraft, type SuiteDraft } from "../fns/suite-draft";

/** What stands in the editor. Everything typed is kept on this machine at once, and found again after a reload. */
export function useSuiteDraft(name: string, start: SuiteDraft) {
  const key = `suite-draft.${name}`;
  const [kept] = useState(() => readDraft(recall(key)));
  const [draft, setDraft] = useState(kept ?? start);
  const [wasKept, setWasKept] = useState(kept !== undefined);
  return {
    draft,
    wasKept,
    set(next: SuiteDraft) {
      setDraft(next);
      remember(key, JSON.stringify(next));
    },
    /** Back to what is saved. */
    discard() {
      forget(key);
      setDraft(start);
      setWasKept(false);
    },
    /** It was saved, so nothing needs to be kept here. */
    done: () => forget(key),
  } as const;
}
