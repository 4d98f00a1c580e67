import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import type { Suite } from "../../api/bench";
import { conflictStrings } from "../../fns/conflict-strings";
import { editorStrings as words } from "../../fns/editor-strings";
import type { useEditConflict } from "../../hooks/use-edit-conflict";
import type { SuiteSubmission } from "../../hooks/use-submit-suite";
import type { useSuiteDraft } from "../../hooks/use-suite-draft";
import { ConflictPanel } from "./conflict-panel";

interface EditorNoticesProps {
  suite: Suite | undefined;
  editor: ReturnType<typeof useSuiteDraft>;
  edits: ReturnType<typeof useEditConflict>;
  submission: SuiteSubmission;
  /** Whether the text still has conflict markers. */
  isMarked: boolean;
  /** Shows the suite as a file. */
  onFile: () => void;
}

/** What to know before going on with a draft: it was restored, or somebody else saved a newer version. */
export function EditorNotices(props: EditorNoticesProps) {
  const { suite, editor, edits } = props;
  const { draft } = editor;
  const isOutdated = suite && draft.base !== undefined && draft.base < suite.number;
  return (
    <>
      {editor.wasRestored && (
        <Notice
          action={words.discard}
          onAction={() => {
            editor.discard();
            edits.close();
            toast({ title: words.discarded });
          }}
        >
          {words.restored} {isOutdated && words.outdated(formatCount(suite.number))}
        </Notice>
      )}
      {suite && <ConflictNotice {...props} suite={suite} />}
    </>
  );
}

function ConflictNotice(props: EditorNoticesProps & { suite: Suite }) {
  const { suite, editor, edits, submission, isMarked, onFile } = props;
  const { conflict } = edits;
  if (!conflict) return null;
  if (edits.isMerging) {
    return (
      <Notice action={conflictStrings.back} onAction={edits.backToMine}>
        {(isMarked ? conflictStrings.mergingMarked : conflictStrings.merging)(
          formatCount(conflict.newest),
        )}
      </Notice>
    );
  }
  return (
    <ConflictPanel
      conflict={conflict}
      suiteId={suite.suite_id}
      isPending={submission.isPending}
      onBack={edits.close}
      onKeepMine={() => submission.save({ ...editor.draft, base: conflict.newest })}
      onTakeTheirs={edits.takeTheirs}
      onMerge={(theirs) => {
        edits.merge(theirs);
        onFile();
      }}
    />
  );
}

interface NoticeProps {
  action: string;
  onAction: () => void;
  children: ReactNode;
}

function Notice({ action, onAction, children }: NoticeProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-soft px-4 py-2">
      <p className="mr-auto min-w-60 flex-1">{children}</p>
      <Button variant="ghost" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
