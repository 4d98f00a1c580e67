import { useState } from "react";
import { readLocal, removeLocal, writeLocal } from "@/lib/safe-local-storage";
import { readDraft, type SuiteDraft } from "../fns/suite-draft";

/** What stands in the editor. Everything typed is kept on this machine at once, and found again after a reload. */
export function useSuiteDraft(name: string, start: SuiteDraft) {
  const key = `suite-draft.${name}`;
  const [kept] = useState(() => readDraft(readLocal(key)));
  const [draft, setDraft] = useState(kept ?? start);
  const [wasKept, setWasKept] = useState(kept !== undefined);
  return {
    draft,
    wasKept,
    set(next: SuiteDraft) {
      setDraft(next);
      writeLocal(key, JSON.stringify(next));
    },
    /** Back to what is saved. */
    discard() {
      removeLocal(key);
      setDraft(start);
      setWasKept(false);
    },
    /** It was saved, so nothing needs to be kept here. */
    done: () => removeLocal(key),
  } as const;
}
