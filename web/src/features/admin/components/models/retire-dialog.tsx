import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { type AdminModel, useRetireModel } from "../../api/models";
import { modelStrings } from "../../fns/model-strings";

const words = modelStrings.retire;

export function RetireDialog({ model, onClose }: { model: AdminModel; onClose: () => void }) {
  const [note, setNote] = useState("");
  const retire = useRetireModel();
  const name = model.model_name;
  return (
    <ConfirmDialog
      title={words.title(name)}
      confirm={words.action}
      pending={retire.isPending}
      onClose={onClose}
      onConfirm={() =>
        retire.mutate(
          { modelId: model.model_id, note },
          { onSuccess: () => toast({ title: words.done(name) }), onSettled: onClose },
        )
      }
    >
      <p className="mb-3">{words.detail}</p>
      <Field label={words.note}>
        {(ids) => (
          <Input
            {...ids}
            value={note}
            maxLength={300}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
