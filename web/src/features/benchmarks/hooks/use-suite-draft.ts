import { useState } from "react";
import { readLocal, removeLocal, writeLocal } from "@/lib/safe-local-storage";
import { readDraft, type SuiteDraft } from "../fns/suite-draft";

/** The draft in the editor. Every change is stored in the browser and restored after a reload. */
export function useSuiteDraft(name: string, start: SuiteDraft) {
  const key = `suite-draft.${name}`;
  const [stored] = useState(() => readDraft(readLocal(key)));
  const [draft, setDraft] = useState(stored ?? start);
  const [wasRestored, setWasRestored] = useState(stored !== undefined);
  const [replacements, setReplacements] = useState(0);
  const set = (next: SuiteDraft) => {
    setDraft(next);
    writeLocal(key, JSON.stringify(next));
  };
  return {
    draft,
    wasRestored,
    /** Changes when the whole draft is replaced; a key for fields that keep their own text. */
    replacements,
    set,
    replace(next: SuiteDraft) {
      set(next);
      setReplacements((count) => count + 1);
    },
    /** Goes back to a saved suite and forgets the stored draft. */
    discard(next: SuiteDraft = start) {
      removeLocal(key);
      setDraft(next);
      setWasRestored(false);
      setReplacements((count) => count + 1);
    },
    /** Forgets the stored draft after it was saved. */
    done: () => removeLocal(key),
  } as const;
}
