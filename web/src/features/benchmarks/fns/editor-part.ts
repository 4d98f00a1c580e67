import type { SuiteDraft } from "./suite-draft";

/** Props of every part of the editor. */
export interface EditorPartProps {
  draft: SuiteDraft;
  onDraft: (draft: SuiteDraft) => void;
}
