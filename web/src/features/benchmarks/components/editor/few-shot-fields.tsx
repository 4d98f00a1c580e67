import { Field } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { TextArea } from "@/components/ui/text-area";
import type { Spec } from "../../api/bench";
import { editorStrings } from "../../fns/editor-strings";
import { NumberInput } from "../parts/number-input";

const words = editorStrings.prompt;

interface FewShotFieldsProps {
  spec: Spec;
  onChange: (fewShot: NonNullable<Spec["few_shot"]> | null) => void;
}

export function FewShotFields({ spec, onChange }: FewShotFieldsProps) {
  const shots = spec.few_shot;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Switch
          label={words.fewShotOn}
          on={Boolean(shots)}
          onChange={(on) =>
            onChange(on ? { count: 3, seed: 0, answer: "{{ target }}", question: null } : null)
          }
        />
        <p className="text-[13px] text-dim">{words.fewShotHint}</p>
      </div>
      {shots && (
        <>
          <div className="grid grid-cols-2 gap-4">
            <Field label={words.count}>
              {(ids) => (
                <NumberInput
                  {...ids}
                  min={1}
                  max={100}
                  step={1}
                  value={shots.count}
                  onNumber={(count) => count && onChange({ ...shots, count: Math.round(count) })}
                />
              )}
            </Field>
            <Field label={words.seed} hint={words.seedHint}>
              {(ids) => (
                <NumberInput
                  {...ids}
                  step={1}
                  value={shots.seed}
                  onNumber={(seed) => seed !== null && onChange({ ...shots, seed })}
                />
              )}
            </Field>
          </div>
          <Field label={words.question} hint={words.questionHint}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={2}
                value={shots.question ?? ""}
                onChange={(event) => onChange({ ...shots, question: event.target.value || null })}
                className="font-mono md:text-[12.5px]"
              />
            )}
          </Field>
          <Field label={words.answer}>
            {(ids) => (
              <TextArea
                {...ids}
                rows={2}
                value={shots.answer}
                onChange={(event) => onChange({ ...shots, answer: event.target.value })}
                className="font-mono md:text-[12.5px]"
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}
