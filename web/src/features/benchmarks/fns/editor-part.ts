import type { SuiteDraft } from "./suite-draft";

/** What every part of the editor gets. */
export interface EditorPartProps {
  draft: SuiteDraft;
  onDraft: (draft: SuiteDraft) => void;
}
