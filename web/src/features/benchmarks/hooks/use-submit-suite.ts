import { useNavigate } from "@tanstack/react-router";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import type { EditConflict, Suite } from "../api/bench";
import { useSaveSuite } from "../api/suites";
import { datasetOf, editConflictOf } from "../fns/edit-conflict";
import { editorStrings } from "../fns/editor-strings";
import type { SuiteDraft } from "../fns/suite-draft";
import { suiteTitle } from "../fns/suites-shown";

const words = editorStrings.save;

interface SubmitHandlers {
  onSaved: () => void;
  onConflict: (conflict: EditConflict) => void;
}

export interface SuiteSubmission {
  save: (draft: SuiteDraft) => void;
  isPending: boolean;
  error: Error | null;
}

/** Saves a draft as a new suite or as a new version of one, then opens the suite's page. */
export function useSubmitSuite(
  suite: Suite | undefined,
  { onSaved, onConflict }: SubmitHandlers,
): SuiteSubmission {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useSaveSuite();
  const save = (draft: SuiteDraft) =>
    mutate(
      { suiteId: suite?.suite_id, body: bodyOf(draft) },
      {
        onSuccess: (saved) => {
          const name = suiteTitle(saved.spec);
          onSaved();
          toast({
            title: suite ? words.updated(name, formatCount(saved.number)) : words.created(name),
          });
          navigate({ to: "/benchmarks/suites/$suiteId", params: { suiteId: saved.suite_id } });
        },
        onError: (failure) => {
          const conflict = editConflictOf(failure);
          if (conflict) onConflict(conflict);
        },
      },
    );
  return { save, isPending, error };
}

function bodyOf(draft: SuiteDraft) {
  const note = draft.note?.trim();
  return {
    dataset_id: datasetOf(draft),
    ...(draft.text === null ? { spec: draft.spec } : { file: draft.text }),
    ...(note ? { note } : {}),
    ...(draft.base === undefined ? {} : { base: draft.base }),
  };
}
