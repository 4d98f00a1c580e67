import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import type { Spec } from "../../api/bench";
import type { EditorPartProps } from "../../fns/editor-part";
import { editorStrings } from "../../fns/editor-strings";
import { NumberInput } from "../parts/number-input";

const words = editorStrings.used;

interface SamplesUsedProps extends EditorPartProps {
  columns: readonly string[];
}

/** Which samples the suite uses, and the order of their choices. */
export function SamplesUsed({ draft, onDraft, columns }: SamplesUsedProps) {
  const { spec } = draft;
  const { where, shuffle_choices: shuffle } = spec.dataset;
  const set = (changes: Partial<Spec["dataset"]>) =>
    onDraft({ ...draft, spec: { ...spec, dataset: { ...spec.dataset, ...changes } } });
  const choices = [
    { value: "", label: words.asPublished },
    ...columns.map((value) => ({ value, label: value })),
  ];
  return (
    <Section title={words.title}>
      <Card className="grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-4">
        <div className="sm:col-span-2">
          <Field label={words.where} hint={words.whereHint}>
            {(ids) => (
              <Input
                {...ids}
                value={where ?? ""}
                onChange={(event) => set({ where: event.target.value || null })}
                className="font-mono md:text-[12.5px]"
              />
            )}
          </Field>
        </div>
        <Field label={words.shuffle} hint={words.shuffleHint}>
          {(ids) => (
            <Select
              {...ids}
              value={shuffle?.column ?? ""}
              choices={choices}
              onChoose={(column) =>
                set({ shuffle_choices: column ? { column, seed: shuffle?.seed ?? 0 } : null })
              }
            />
          )}
        </Field>
        {shuffle && (
          <Field label={words.seed} hint={words.seedHint}>
            {(ids) => (
              <NumberInput
                {...ids}
                step={1}
                value={shuffle.seed}
                onNumber={(seed) =>
                  seed !== null && set({ shuffle_choices: { ...shuffle, seed: Math.round(seed) } })
                }
              />
            )}
          </Field>
        )}
      </Card>
    </Section>
  );
}
