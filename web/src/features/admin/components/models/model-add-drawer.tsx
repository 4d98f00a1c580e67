import { Link, Navigate } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { useAddModel } from "../../api/models";
import { type Provider, useTestConnection } from "../../api/providers";
import { fieldErrors } from "../../fns/field-errors";
import { EMPTY_DRAFT, modelRequest, suggestId } from "../../fns/model-draft";
import { modelStrings } from "../../fns/model-strings";
import { adminStrings } from "../../fns/strings";
import { Drawer } from "../parts/drawer";
import { Loaded } from "../parts/loaded";
import { ModelFacts, TextField } from "./model-fields";
import { ModelNameField } from "./model-name-field";
import { VerdictNote } from "./verdict-note";

const words = modelStrings.form;

/** Without a provider there is nothing to add yet, so the step that connects one opens instead. */
export function AddModelDrawer({ onClose }: { onClose: () => void }) {
  const query = $api.useQuery("get", "/api/admin/providers");
  return (
    <Loaded query={query} name={words.addTitle} skeleton={<span />}>
      {({ providers: [first, ...rest] }) =>
        first ? (
          <AddForm providers={[first, ...rest]} onClose={onClose} />
        ) : (
          <Navigate to="/start" search={{ step: "connect" }} />
        )
      }
    </Loaded>
  );
}

interface AddFormProps {
  providers: readonly [Provider, ...Provider[]];
  onClose: () => void;
}

/** Tests the provider before saving. A model that does not answer can still be saved on purpose. */
function AddForm({ providers, onClose }: AddFormProps) {
  const form = useId();
  const written = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState({
    ...EMPTY_DRAFT,
    provider_id: providers[0].provider_id,
  });
  const trial = useTestConnection();
  const add = useAddModel();
  const found = $api.useQuery("get", "/api/admin/found-models").data?.models ?? [];
  const failed = trial.isError || (trial.data && trial.data.result !== "ok");
  const fields = { draft, onDraft: setDraft, errors: fieldErrors(add.error) };

  const save = () =>
    add.mutate(modelRequest(draft), {
      onSuccess: ({ model_name }) => {
        toast({ title: words.added(model_name) });
        onClose();
      },
    });
  const tryThenSave = () =>
    trial.mutate(
      { providerId: draft.provider_id, trial: { model: draft.model } },
      { onSuccess: ({ result }) => result === "ok" && save() },
    );

  return (
    <Drawer
      title={words.addTitle}
      onClose={onClose}
      foot={
        <>
          <div className="min-w-0 flex-1">
            <VerdictNote
              verdict={trial.data}
              error={trial.error}
              running={trial.isPending && words.testing}
            />
          </div>
          {failed && (
            <Button
              disabled={add.isPending}
              onClick={() => written.current?.reportValidity() && save()}
            >
              {words.saveAnyway}
            </Button>
          )}
          <Button onClick={onClose}>{adminStrings.cancel}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={trial.isPending || add.isPending}
          >
            {words.add}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={written}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          tryThenSave();
        }}
      >
        <Field
          label={words.provider}
          hint={
            <>
              {words.providerHint}{" "}
              <Link
                to="/start"
                search={{ step: "connect" }}
                className="font-medium text-accent hover:underline max-md:inline-flex max-md:min-h-10 max-md:items-center"
              >
                {words.connectAnother}
              </Link>
            </>
          }
        >
          {(ids) => (
            <Select
              {...ids}
              value={draft.provider_id}
              onChoose={(provider_id) => {
                trial.reset();
                setDraft({ ...draft, provider_id });
              }}
              choices={providers.map((one) => ({ value: one.provider_id, label: one.name }))}
            />
          )}
        </Field>
        <ModelNameField
          value={draft.model}
          error={fields.errors.get("model")}
          known={found
            .filter((one) => one.provider_id === draft.provider_id)
            .map((one) => one.model)}
          onValue={(model) => {
            trial.reset();
            const untouched = draft.model_id === suggestId(draft.model);
            setDraft({ ...draft, model, ...(untouched ? { model_id: suggestId(model) } : {}) });
          }}
        />
        <TextField {...fields} name="model_id" label={words.id} hint={words.idHint} required />
        <TextField {...fields} name="name" label={words.name} />
        <ModelFacts {...fields} />
        <Switch
          label={words.paused}
          on={draft.paused}
          onChange={(paused) => setDraft({ ...draft, paused })}
        />
      </form>
    </Drawer>
  );
}
