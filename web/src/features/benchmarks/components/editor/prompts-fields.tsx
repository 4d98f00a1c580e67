import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { TextArea } from "@/components/ui/text-area";
import { editorStrings } from "../../fns/editor-strings";
import { freeName, renameKey, withoutKey } from "../../fns/spec";
import { variable } from "../../fns/variable";
import { useInsert } from "../../hooks/use-insert";
import { NameField } from "./name-field";

const words = editorStrings.prompt;
type Prompts = Readonly<Record<string, string>>;

interface PromptsFieldsProps {
  prompts: Prompts;
  columns: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
  onChange: (prompts: Record<string, string>) => void;
}

/** Edits named templates, one at a time. */
export function PromptsFields(props: PromptsFieldsProps) {
  const { prompts, columns, chosen, onChoose, onChange } = props;
  const names = Object.keys(prompts);
  const add = () => {
    const name = freeName("prompt", names);
    onChange({ ...prompts, [name]: prompts[chosen] ?? "" });
    onChoose(name);
  };
  const addButton = (
    <Button variant="ghost" onClick={add}>
      <Plus aria-hidden="true" />
      {words.addPrompt}
    </Button>
  );
  return (
    <>
      {names.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div className="max-w-full overflow-x-auto">
            <Segmented
              label={words.prompts}
              value={chosen}
              onChange={onChoose}
              options={names.map((value) => ({ value, label: value }))}
            />
          </div>
          {addButton}
        </div>
      )}
      {names.length > 1 && (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <NameField
              key={names.indexOf(chosen)}
              label={words.name}
              hint={words.nameHint}
              bad={words.badName}
              value={chosen}
              taken={names.filter((name) => name !== chosen)}
              onChange={(name) => {
                onChange(renameKey(prompts, chosen, name));
                onChoose(name);
              }}
            />
          </div>
          <Button
            variant="ghost"
            size="icon"
            className="mt-6"
            onClick={() => onChange(withoutKey(prompts, chosen))}
          >
            <Trash2 aria-hidden="true" />
            <span className="sr-only">{words.removePrompt(chosen)}</span>
          </Button>
        </div>
      )}
      <Template
        key={chosen}
        text={prompts[chosen] ?? ""}
        columns={columns}
        onChange={(text) => onChange({ ...prompts, [chosen]: text })}
      />
      {names.length === 1 && <div>{addButton}</div>}
    </>
  );
}

interface TemplateProps {
  text: string;
  columns: readonly string[];
  onChange: (text: string) => void;
}

function Template({ text, columns, onChange }: TemplateProps) {
  const { box, insert } = useInsert(text, onChange);
  return (
    <>
      <Field
        label={words.template}
        hint={words.templateHint}
        error={text.trim() ? undefined : words.emptyTemplate}
      >
        {(ids) => (
          <TextArea
            {...ids}
            ref={box}
            rows={9}
            spellCheck={false}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            className="font-mono md:text-[12.5px]"
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1 text-[13px] text-dim">{words.insert}</legend>
        {columns.map((column) => (
          <button
            key={column}
            type="button"
            onClick={() => insert(variable(column))}
            className="inline-flex h-10 items-center rounded-full border border-line bg-panel px-3 font-mono text-[12.5px] transition-colors hover:border-line-strong hover:bg-soft md:h-7 md:px-2.5"
          >
            <span className="sr-only">{words.insertOne(column)}</span>
            <span aria-hidden="true">{column}</span>
          </button>
        ))}
      </fieldset>
    </>
  );
}
