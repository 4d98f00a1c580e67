import { useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import type { EditConflict, Suite } from "../api/bench";
import { conflictStrings as words } from "../fns/conflict-strings";
import { mergedDraft } from "../fns/edit-conflict";
import { benchStrings } from "../fns/strings";
import { draftOfSuite, type SuiteDraft } from "../fns/suite-draft";

const UNDO_MS = 10_000;

interface EditorDraft {
  draft: SuiteDraft;
  replace: (draft: SuiteDraft) => void;
  discard: (start: SuiteDraft) => void;
}

interface ConflictState {
  conflict: EditConflict;
  /** Your draft, while the editor shows the merged one. */
  mine?: SuiteDraft;
  /** The merged draft, while the editor shows yours. */
  merged?: SuiteDraft;
}

/**
 * Handles edit conflicts: keeps both edits and offers the ways to continue. Drafts are never discarded without an
 * undo.
 */
export function useEditConflict({ draft, replace, discard }: EditorDraft) {
  const [state, setState] = useState<ConflictState>();
  return {
    conflict: state?.conflict,
    /** The editor waits for a choice between both edits. */
    isChoosing: state !== undefined && state.mine === undefined,
    /** The editor shows the merged draft. */
    isMerging: state?.mine !== undefined,
    open: (conflict: EditConflict) => setState({ conflict }),
    close: () => setState(undefined),
    takeTheirs(theirs: Suite) {
      discard(draftOfSuite(theirs));
      setState(undefined);
      toast({
        title: words.taken(formatCount(theirs.number)),
        duration: UNDO_MS,
        action: {
          label: benchStrings.undo,
          onPress: () => {
            replace(draft);
            setState(state);
          },
        },
      });
    },
    merge(theirs: Suite) {
      if (!state) return;
      replace(state.merged ?? mergedDraft(draft, theirs, state.conflict));
      setState({ conflict: state.conflict, mine: draft });
    },
    backToMine() {
      if (!state?.mine) return;
      replace(state.mine);
      setState({ conflict: state.conflict, merged: draft });
    },
  } as const;
}
