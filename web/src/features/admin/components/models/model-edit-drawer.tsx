import { Activity, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeChip } from "@/components/ui/code-chip";
import { toast } from "@/components/ui/toast-store";
import { type AdminModel, useEditModel, useReleaseModel } from "../../api/models";
import { fieldErrors } from "../../fns/field-errors";
import { changeOf, draftOf } from "../../fns/model-draft";
import { modelStrings } from "../../fns/model-strings";
import { adminStrings } from "../../fns/strings";
import { Drawer } from "../parts/drawer";
import { ModelFacts, TextField } from "./model-fields";
import { TestDialog } from "./test-dialog";

const words = modelStrings.form;

interface ModelEditDrawerProps {
  model: AdminModel;
  onClose: () => void;
}

export function ModelEditDrawer({ model, onClose }: ModelEditDrawerProps) {
  const form = useId();
  const [opened] = useState(model);
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [testing, setTesting] = useState(false);
  const edit = useEditModel();
  const change = changeOf(opened, draft, model);
  const same = Object.keys(change).length === 0;
  const fields = { draft, onDraft: setDraft, errors: fieldErrors(edit.error) };
  return (
    <Drawer
      title={words.editTitle(model.model_name)}
      onClose={onClose}
      foot={
        <>
          <Button className="mr-auto" onClick={() => setTesting(true)}>
            <Activity aria-hidden="true" />
            {modelStrings.test.action}
          </Button>
          <Button onClick={onClose}>{adminStrings.cancel}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            title={same ? words.unchanged : undefined}
            disabled={same || edit.isPending}
          >
            {adminStrings.save}
          </Button>
        </>
      }
    >
      <p className="text-dim">
        <CodeChip>{model.model_id}</CodeChip> · {modelStrings.sources[model.source]} ·{" "}
        {model.base_url || model.connector}
      </p>
      {model.held.length > 0 && <ManualOverrides model={model} />}
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          edit.mutate(
            { modelId: model.model_id, change },
            {
              onSuccess: ({ model_name }) => {
                toast({ title: words.saved(model_name) });
                onClose();
              },
            },
          );
        }}
      >
        <TextField {...fields} name="name" label={words.name} required />
        <TextField {...fields} name="model" label={words.model} hint={words.modelFixed} required />
        <ModelFacts {...fields} />
      </form>
      {testing && <TestDialog model={model} onClose={() => setTesting(false)} />}
    </Drawer>
  );
}

/** Manual changes override the catalog file and discovery until they are reset. */
function ManualOverrides({ model }: { model: AdminModel }) {
  const release = useReleaseModel();
  const said = modelStrings.release;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-soft p-3.5">
      <p className="min-w-48 flex-1 text-[13px]">
        {said.held(model.held.join(", ").replaceAll("_", " "))}
      </p>
      <Button
        disabled={release.isPending}
        onClick={() =>
          release.mutate(model.model_id, {
            onSuccess: () => toast({ title: said.done(model.model_name) }),
          })
        }
      >
        <Undo2 aria-hidden="true" />
        {said.action}
      </Button>
    </div>
  );
}
