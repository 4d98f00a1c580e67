import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import type { Scorer, Spec, Step } from "../../api/bench";
import { editorStrings } from "../../fns/editor-strings";
import { freeName, renameKey, withoutKey } from "../../fns/spec";
import { stepWords } from "../../fns/steps";
import { NameField } from "./name-field";
import { PipelineSteps } from "./pipeline-steps";

const words = editorStrings.scoring;

interface PipelinesFieldsProps {
  spec: Spec;
  kinds: readonly Scorer[];
  onChange: (changes: Partial<Spec>) => void;
}

/** Named extractors. Scores that use one follow when its name changes. */
export function PipelinesFields({ spec, kinds, onChange }: PipelinesFieldsProps) {
  const { extract, scores } = spec;
  const names = Object.keys(extract);
  const pointTo = (from: string, to: string | null) =>
    scores.map((score) => (score.extract === from ? { ...score, extract: to } : score));
  return (
    <Section title={words.extract} lead={words.extractLead}>
      {names.map((name, place) => (
        <PipelineCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed.
          key={place}
          name={name}
          taken={names.filter((other) => other !== name)}
          steps={extract[name] ?? []}
          kinds={kinds}
          onName={(next) =>
            onChange({ extract: renameKey(extract, name, next), scores: pointTo(name, next) })
          }
          onSteps={(steps) => onChange({ extract: { ...extract, [name]: steps } })}
          onRemove={() =>
            onChange({ extract: withoutKey(extract, name), scores: pointTo(name, null) })
          }
        />
      ))}
      <div>
        <Button
          onClick={() => onChange({ extract: { ...extract, [freeName("answer", names)]: [] } })}
        >
          <Plus aria-hidden="true" />
          {words.addPipeline}
        </Button>
      </div>
    </Section>
  );
}

interface PipelineCardProps {
  name: string;
  taken: readonly string[];
  steps: readonly Step[];
  kinds: readonly Scorer[];
  onName: (name: string) => void;
  onSteps: (steps: Step[]) => void;
  onRemove: () => void;
}

/** Summarizes an extractor in one line; expands to its steps. */
function PipelineCard(props: PipelineCardProps) {
  const { name, taken, steps, kinds, onName, onSteps, onRemove } = props;
  const [startsOpen] = useState(steps.length === 0);
  return (
    <Card>
      <details open={startsOpen}>
        <summary className="cursor-pointer p-4">
          <span className="font-mono font-medium">{name}</span>
          <span className="text-[13px] text-dim">
            {steps.map((step) => ` → ${stepWords(step, kinds)}`).join("")}
          </span>
        </summary>
        <div className="flex flex-col gap-3 px-4 pb-4">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <NameField
                label={words.pipeline}
                bad={words.badName}
                value={name}
                taken={taken}
                onChange={onName}
              />
            </div>
            <Button variant="ghost" size="icon" className="mt-6" onClick={onRemove}>
              <Trash2 aria-hidden="true" />
              <span className="sr-only">{words.removePipeline(name)}</span>
            </Button>
          </div>
          <PipelineSteps steps={steps} kinds={kinds} onChange={onSteps} />
        </div>
      </details>
    </Card>
  );
}
