import { useNavigate } from "@tanstack/react-router";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import type { Suite } from "../api/bench";
import { useSaveSuite } from "../api/suites";
import { editorStrings } from "../fns/editor-strings";
import type { SuiteDraft } from "../fns/suite-draft";
import { suiteTitle } from "../fns/suites-shown";

const words = editorStrings.save;

/** Saves what stands in the editor, as a new suite or as a new version of one, and shows it. */
export function useSubmitSuite(draft: SuiteDraft, suite: Suite | undefined, onSaved: () => void) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useSaveSuite();
  const save = () =>
    mutate(
      {
        suiteId: suite?.suite_id,
        body: {
          dataset_id: draft.datasetId,
          ...(draft.text === null ? { spec: draft.spec } : { file: draft.text }),
        },
      },
      {
        onSuccess: (saved) => {
          const name = suiteTitle(saved.spec);
          onSaved();
          toast({
            title: suite ? words.updated(name, formatCount(saved.number)) : words.created(name),
          });
          navigate({ to: "/benchmarks/suites/$suiteId", params: { suiteId: saved.suite_id } });
        },
      },
    );
  return { save, isPending, error };
}
