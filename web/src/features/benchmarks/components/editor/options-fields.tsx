import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TextArea } from "@/components/ui/text-area";
import { cellText } from "../../fns/cell-text";
import { editorStrings } from "../../fns/editor-strings";
import { type OptionField, optionFields } from "../../fns/option-fields";
import { withoutKey } from "../../fns/spec";
import { LinesArea } from "../parts/lines-area";
import { NumberInput } from "../parts/number-input";

const words = editorStrings.scoring;
type Options = Readonly<Record<string, unknown>>;

interface OptionsFieldsProps {
  schema: Record<string, unknown>;
  options: Options;
  onChange: (options: Record<string, unknown>) => void;
}

/** A form made from a JSON schema. Default values are not stored. */
export function OptionsFields({ schema, options, onChange }: OptionsFieldsProps) {
  const fields = optionFields(schema);
  // Options that were set when the form was opened stay visible while they are edited.
  const [started] = useState(() => new Set(Object.keys(options)));
  if (fields.length === 0) return null;
  const set = (field: OptionField) => (value: unknown) => {
    const usual = value === undefined || value === null || value === field.usual;
    onChange(usual ? withoutKey(options, field.name) : { ...options, [field.name]: value });
  };
  const show = (field: OptionField) => (
    <OneOption
      key={field.name}
      field={field}
      value={options[field.name] ?? field.usual}
      onChange={set(field)}
    />
  );
  const shown = fields.filter((field) => field.required || started.has(field.name));
  const others = fields.filter((field) => !shown.includes(field));
  return (
    <div className="flex flex-col gap-3">
      {shown.map(show)}
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 text-[13px] font-medium">
            {words.options(others.map(({ label }) => label.toLowerCase()).join(", "))}
          </summary>
          <div className="flex flex-col gap-3 pt-2">{others.map(show)}</div>
        </details>
      )}
    </div>
  );
}

interface OneOptionProps {
  field: OptionField;
  value: unknown;
  onChange: (value: unknown) => void;
}

function OneOption(props: OneOptionProps) {
  const { field, value, onChange } = props;
  if (field.kind === "json") return <JsonOption {...props} />;
  if (field.kind === "switch") {
    return (
      <div>
        <Switch label={field.label} on={value === true} onChange={onChange} />
        {field.hint && <p className="text-[13px] text-dim">{field.hint}</p>}
      </div>
    );
  }
  return (
    <Field label={field.label} hint={field.kind === "lines" ? hintOfLines(field) : field.hint}>
      {(ids) => <Control {...props} ids={ids} />}
    </Field>
  );
}

const hintOfLines = ({ hint }: OptionField) => [hint, words.linesHint].filter(Boolean).join(" ");

function Control({ field, value, onChange, ids }: OneOptionProps & { ids: { id: string } }) {
  if (field.kind === "number") {
    const number = typeof value === "number" ? value : null;
    return <NumberInput {...ids} value={number} onNumber={onChange} />;
  }
  if (field.kind === "choice") {
    return (
      <Select
        {...ids}
        value={String(value ?? "")}
        choices={field.choices.map((choice) => ({ value: choice, label: choice }))}
        onChoose={onChange}
      />
    );
  }
  if (field.kind === "lines") {
    const lines = Array.isArray(value) ? value.map(String) : [];
    return (
      <LinesArea
        {...ids}
        value={lines}
        onLines={(next) => onChange(next.length > 0 ? next : undefined)}
      />
    );
  }
  const long = cellText(value).includes("\n") || cellText(value).length > 80;
  const text = {
    ...ids,
    value: cellText(value),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value || undefined),
  };
  return long ? (
    <TextArea rows={5} className="font-mono md:text-[12.5px]" {...text} />
  ) : (
    <Input className="font-mono md:text-[12.5px]" {...text} />
  );
}

/** Options without a form field are edited as JSON. */
function JsonOption({ field, value, onChange }: OneOptionProps) {
  const { orText } = field;
  const [text, setText] = useState(() => jsonText(value, orText));
  const bad = text.trim() !== "" && parse(text, orText) === undefined;
  return (
    <Field label={field.label} hint={field.hint} error={bad ? words.badJson : undefined}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={Math.min(14, Math.max(field.orText ? 1 : 3, text.split("\n").length))}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const next = parse(event.target.value, orText);
            if (next !== undefined || event.target.value.trim() === "") onChange(next);
          }}
          className="font-mono md:text-[12.5px]"
        />
      )}
    </Field>
  );
}

function jsonText(value: unknown, orText: boolean): string {
  if (value === undefined || value === null) return "";
  return orText && typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function parse(text: string, orText: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return orText && text.trim() !== "" ? text : undefined;
  }
}
