import { ArrowUp, Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { Scorer, Step } from "../../api/bench";
import { editorStrings } from "../../fns/editor-strings";
import { readStep, writeStep } from "../../fns/steps";
import { OptionsFields } from "./options-fields";

const words = editorStrings.scoring;

/** The only step that contains pipelines. */
const FIRST_OF = "first_of";

interface PipelineStepsProps {
  steps: readonly Step[];
  kinds: readonly Scorer[];
  onChange: (steps: Step[]) => void;
}

/** A list of steps with their options. */
export function PipelineSteps({ steps, kinds, onChange }: PipelineStepsProps) {
  const move = (place: number) => {
    const step = steps[place];
    if (step !== undefined) onChange(steps.toSpliced(place, 1).toSpliced(place - 1, 0, step));
  };
  return (
    <>
      {steps.length === 0 && <p className="text-[13px] text-dim">{words.noSteps}</p>}
      <ol className="flex flex-col gap-3">
        {steps.map((step, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same step may occur twice.
            key={place}
            className="flex flex-col gap-3 border-l-2 border-line pl-3"
          >
            <OneStep
              number={String(place + 1)}
              step={step}
              kinds={kinds}
              onChange={(next) => onChange(steps.with(place, next))}
              onUp={place > 0 ? () => move(place) : undefined}
              onRemove={() => onChange(steps.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ol>
      <Select
        aria-label={words.addStep}
        className="max-w-64"
        value=""
        choices={[{ value: "", label: words.addStep }, ...choicesOf(kinds)]}
        onChoose={(name) => name && onChange([...steps, newStep(name)])}
      />
    </>
  );
}

const newStep = (name: string): Step =>
  name === FIRST_OF ? { [name]: { pipelines: [[]] } } : name;

const choicesOf = (kinds: readonly Scorer[]) =>
  kinds.map(({ name, title }) => ({ value: name, label: title }));

interface OneStepProps {
  number: string;
  step: Step;
  kinds: readonly Scorer[];
  onChange: (step: Step) => void;
  onUp: (() => void) | undefined;
  onRemove: () => void;
}

function OneStep({ number, step, kinds, onChange, onUp, onRemove }: OneStepProps) {
  const { name, options } = readStep(step, kinds);
  const kind = kinds.find((one) => one.name === name);
  return (
    <>
      <div className="flex items-center gap-1">
        <Select
          aria-label={words.step(number)}
          className="min-w-0 flex-1"
          value={name}
          choices={kind ? choicesOf(kinds) : [{ value: name, label: name }, ...choicesOf(kinds)]}
          onChoose={(next) => onChange(newStep(next))}
        />
        {onUp && (
          <Button variant="ghost" size="icon" onClick={onUp}>
            <ArrowUp aria-hidden="true" />
            <span className="sr-only">{words.earlier(number)}</span>
          </Button>
        )}
        <Button variant="ghost" size="icon" onClick={onRemove}>
          <X aria-hidden="true" />
          <span className="sr-only">{words.removeStep(number)}</span>
        </Button>
      </div>
      {kind && (
        <>
          <p className="text-[13px] text-dim">{kind.description.split("\n\n")[0]}</p>
          {name === FIRST_OF ? (
            <Attempts
              attempts={attemptsOf(options.pipelines)}
              kinds={kinds}
              onChange={(pipelines) => onChange(writeStep({ name, options: { pipelines } }))}
            />
          ) : (
            <OptionsFields
              key={name}
              schema={kind.options}
              options={options}
              onChange={(next) => onChange(writeStep({ name, options: next }))}
            />
          )}
        </>
      )}
    </>
  );
}

const attemptsOf = (value: unknown): Step[][] =>
  Array.isArray(value) ? value.filter((one): one is Step[] => Array.isArray(one)) : [];

interface AttemptsProps {
  attempts: readonly Step[][];
  kinds: readonly Scorer[];
  onChange: (attempts: Step[][]) => void;
}

function Attempts({ attempts, kinds, onChange }: AttemptsProps) {
  return (
    <div className="flex flex-col gap-3">
      {attempts.map((steps, place) => {
        const number = String(place + 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: attempts are identified only by their order.
          <fieldset key={place} className="flex min-w-0 flex-col gap-3 rounded-control bg-soft p-3">
            <legend className="sr-only">{words.attempt(number)}</legend>
            <div className="flex items-center justify-between">
              <span aria-hidden="true" className="text-[13px] font-medium">
                {words.attempt(number)}
              </span>
              <Button
                variant="ghost"
                size="icon"
                disabled={attempts.length === 1}
                onClick={() => onChange(attempts.toSpliced(place, 1))}
              >
                <X aria-hidden="true" />
                <span className="sr-only">{words.removeAttempt(number)}</span>
              </Button>
            </div>
            <PipelineSteps
              steps={steps}
              kinds={kinds.filter((kind) => kind.name !== FIRST_OF)}
              onChange={(next) => onChange(attempts.with(place, next))}
            />
          </fieldset>
        );
      })}
      <div>
        <Button variant="ghost" onClick={() => onChange([...attempts, []])}>
          <Plus aria-hidden="true" />
          {words.addAttempt}
        </Button>
      </div>
    </div>
  );
}
