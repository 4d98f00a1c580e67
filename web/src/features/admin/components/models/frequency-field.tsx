import { useState } from "react";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { type AdminModel, useSetWeight } from "../../api/models";
import { modelStrings } from "../../fns/model-strings";
import { adminStrings } from "../../fns/strings";

const words = modelStrings.weight;
const UNDO_MS = 10_000;

/** How often a model is drawn, editable in its row. Enter or leaving the field saves, Escape reverts. */
export function FrequencyField({ model }: { model: AdminModel }) {
  const [draft, setDraft] = useState(String(model.weight));
  const save = useSetWeight();
  const { model_id: modelId, model_name: name } = model;
  const commit = () => {
    const weight = Number(draft);
    if (draft.trim() === "" || !(weight >= 0 && weight <= 1000))
      return setDraft(String(model.weight));
    if (weight === model.weight) return;
    save.mutate(
      { modelId, weight },
      {
        onError: () => setDraft(String(model.weight)),
        onSuccess: () =>
          toast({
            title: words.done(name, String(weight)),
            duration: UNDO_MS,
            action: {
              label: adminStrings.undo,
              onPress: () => save.mutate({ modelId, weight: model.weight }),
            },
          }),
      },
    );
  };
  return (
    <Input
      type="number"
      aria-label={words.label(name)}
      title={words.hint}
      min={0}
      max={1000}
      step="any"
      value={draft}
      disabled={save.isPending}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
        if (event.key === "Escape") setDraft(String(model.weight));
      }}
      className="w-20 tabular-nums"
    />
  );
}
