import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Chips } from "@/components/ui/segmented";
import { TextArea } from "@/components/ui/text-area";
import { ABILITIES, type ModelDraft } from "../../fns/model-draft";
import { modelStrings } from "../../fns/model-strings";

const words = modelStrings.form;

interface FieldsProps {
  draft: ModelDraft;
  onDraft: (draft: ModelDraft) => void;
  /** Errors of the server by field. */
  errors: ReadonlyMap<string, string>;
}

interface TextFieldProps extends FieldsProps {
  name: Exclude<keyof ModelDraft, "abilities" | "paused">;
  label: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
  /** The smallest number that is accepted. */
  least?: number;
}

export function TextField(props: TextFieldProps) {
  const { draft, onDraft, errors, name, label, hint, least, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={errors.get(name)}>
      {(ids) => (
        <Input
          {...ids}
          {...rest}
          {...(least === undefined ? {} : { type: "number", min: least, step: "any" })}
          value={draft[name]}
          onChange={(event) => onDraft({ ...draft, [name]: event.target.value })}
        />
      )}
    </Field>
  );
}

/** Optional properties of a model. */
export function ModelFacts(props: FieldsProps) {
  const { draft, onDraft, errors } = props;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...props} name="organization" label={words.organization} />
        <TextField {...props} name="license" label={words.license} />
      </div>
      <div className="flex flex-col gap-1">
        <span className="text-[13px] font-medium">{words.abilities}</span>
        <Chips
          label={words.abilities}
          value={draft.abilities}
          onChange={(abilities) => onDraft({ ...draft, abilities })}
          options={ABILITIES.map((value) => ({ value, label: words.ability[value] }))}
        />
      </div>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-[13px] font-medium">{words.price}</legend>
        <div className="grid grid-cols-2 gap-3">
          <TextField
            {...props}
            name="input"
            label={words.input}
            least={0}
            required={draft.output.trim() !== ""}
          />
          <TextField
            {...props}
            name="output"
            label={words.output}
            least={0}
            required={draft.input.trim() !== ""}
          />
        </div>
        <p className="text-[13px] text-dim">{errors.get("prices") ?? words.priceHint}</p>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...props} name="context_length" label={words.context} least={1} />
        <TextField
          {...props}
          name="weight"
          label={words.weight}
          hint={modelStrings.weight.hint}
          least={0}
          required
        />
        <TextField {...props} name="temperature" label={words.temperature} least={0} />
        <TextField {...props} name="max_tokens" label={words.maxTokens} least={1} />
      </div>
      <Field label={words.description} error={errors.get("description")}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={2000}
            value={draft.description}
            onChange={(event) => onDraft({ ...draft, description: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.systemPrompt} error={errors.get("system_prompt")}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            value={draft.system_prompt}
            onChange={(event) => onDraft({ ...draft, system_prompt: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
