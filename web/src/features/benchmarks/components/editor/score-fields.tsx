import { Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import type { Scorer, ScoreSpec } from "../../api/bench";
import { editorStrings } from "../../fns/editor-strings";
import { NumberInput } from "../parts/number-input";
import { NameField } from "./name-field";
import { OptionsFields } from "./options-fields";

const words = editorStrings.scoring;

interface ScoreFieldsProps {
  score: ScoreSpec;
  offers: readonly Scorer[];
  pipelines: readonly string[];
  taken: readonly string[];
  onChange: (score: ScoreSpec) => void;
  onRemove: (() => void) | undefined;
}

/** One score: its input, its scorer and its weight. */
export function ScoreFields(props: ScoreFieldsProps) {
  const { score, offers, pipelines, onChange, onRemove } = props;
  const scorer = offers.find((one) => one.name === score.scorer);
  const known = offers.map(({ name, title }) => ({ value: name, label: title }));
  const choices = scorer ? known : [{ value: score.scorer, label: score.scorer }, ...known];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <NameField
            label={words.name}
            bad={words.badName}
            value={score.name}
            taken={props.taken}
            onChange={(name) => onChange({ ...score, name })}
          />
        </div>
        {onRemove && (
          <Button variant="ghost" size="icon" className="mt-6" onClick={onRemove}>
            <Trash2 aria-hidden="true" />
            <span className="sr-only">{words.removeScore(score.name)}</span>
          </Button>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words.scorer}>
          {(ids) => (
            <Select
              {...ids}
              value={score.scorer}
              choices={choices}
              onChoose={(next) => onChange({ ...score, scorer: next, options: {} })}
            />
          )}
        </Field>
        <Field label={words.from}>
          {(ids) => (
            <Select
              {...ids}
              value={score.extract ?? ""}
              choices={[
                { value: "", label: words.whole },
                ...pipelines.map((value) => ({ value, label: value })),
              ]}
              onChoose={(extract) => onChange({ ...score, extract: extract || null })}
            />
          )}
        </Field>
      </div>
      {scorer && <About scorer={scorer} />}
      {scorer && (
        <OptionsFields
          key={scorer.name}
          schema={scorer.options}
          options={score.options}
          onChange={(options) => onChange({ ...score, options })}
        />
      )}
      <WeightFields score={score} onChange={onChange} />
    </div>
  );
}

function About({ scorer }: { scorer: Scorer }) {
  return (
    <p className="text-[13px] text-dim">
      {scorer.description.split("\n\n")[0]} {scorer.needs.includes("judge") && words.judge}{" "}
      {scorer.needs.includes("sandbox") && words.sandbox}
    </p>
  );
}

function WeightFields({ score, onChange }: Pick<ScoreFieldsProps, "score" | "onChange">) {
  return (
    <details>
      <summary className="cursor-pointer py-1 text-[13px] font-medium">{words.more}</summary>
      <div className="flex flex-col gap-3 pt-2">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={words.weight} hint={words.weightHint}>
            {(ids) => (
              <NumberInput
                {...ids}
                min={0}
                value={score.weight}
                onNumber={(weight) =>
                  weight !== null && weight >= 0 && onChange({ ...score, weight })
                }
              />
            )}
          </Field>
          <Field label={words.threshold} hint={words.thresholdHint}>
            {(ids) => (
              <NumberInput
                {...ids}
                min={0}
                max={1}
                value={score.threshold}
                onNumber={(threshold) => onChange({ ...score, threshold })}
              />
            )}
          </Field>
        </div>
        <Field label={words.target} hint={words.targetHint}>
          {(ids) => (
            <Input
              {...ids}
              value={score.target ?? ""}
              onChange={(event) => onChange({ ...score, target: event.target.value || null })}
              className="font-mono md:text-[12.5px]"
            />
          )}
        </Field>
        <Switch
          label={words.negate}
          on={score.negate}
          onChange={(negate) => onChange({ ...score, negate })}
        />
      </div>
    </details>
  );
}
