import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TextArea } from "@/components/ui/text-area";
import type { Spec, Suite } from "../../api/bench";
import { useScorers } from "../../api/scorers";
import type { EditorPartProps } from "../../fns/editor-part";
import type { EditorStep } from "../../fns/editor-search";
import { editorStrings } from "../../fns/editor-strings";
import { openPoints } from "../../fns/open-points";
import { refusals } from "../../fns/refusal";
import { isSlug, toSlugWhileTyping } from "../../fns/spec";
import type { SuiteSubmission } from "../../hooks/use-submit-suite";
import { type ChoosableModel, ModelsField } from "../new-run/models-field";
import { NumberInput } from "../parts/number-input";
import { LimitsFields } from "./limits-fields";
import { NoteField } from "./note-field";

const words = editorStrings.save;

interface SaveStepProps extends EditorPartProps {
  suite: Suite | undefined;
  models: readonly ChoosableModel[];
  onStep: (step: EditorStep) => void;
  submission: SuiteSubmission;
}

/** The last step: the name and other properties of the suite, and the button that saves it. */
export function SaveStep({ draft, onDraft, suite, models, onStep, submission }: SaveStepProps) {
  const { spec } = draft;
  const set = (changes: Partial<Spec>) => onDraft({ ...draft, spec: { ...spec, ...changes } });
  const open = openPoints(draft);
  const { save, isPending, error } = submission;
  const scorers = useScorers().data?.scorers ?? [];
  const judged = spec.scores.some((score) =>
    scorers.find((one) => one.name === score.scorer)?.needs.includes("judge"),
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (open.length === 0 && !isPending) save(draft);
      }}
    >
      <Card className="flex flex-col gap-4 p-4">
        <NamesFields spec={spec} set={set} fixed={suite !== undefined} />
        {judged && (
          <ModelsField
            label={words.judges}
            add={words.addJudge}
            hint={words.judgesHint}
            models={models}
            chosen={spec.judges}
            onChange={(judges) => set({ judges })}
          />
        )}
        <LimitsFields spec={spec} onChange={(limits) => set({ limits })} />
        {suite && <NoteField draft={draft} onDraft={onDraft} />}
      </Card>
      {open.length > 0 && (
        <Card className="p-4">
          <h2 className="text-[15px] font-semibold">{words.open}</h2>
          <ul className="flex flex-col pt-1">
            {open.map(({ step, sentence }) => (
              <li key={sentence} className="flex flex-wrap items-center gap-x-3">
                <span className="wrap-anywhere">{sentence}</span>
                {step !== "save" && (
                  <Button variant="ghost" onClick={() => onStep(step)}>
                    {words.goTo(editorStrings.steps[step])}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Refusals error={error} />
      <div className="flex justify-between gap-2">
        <Button onClick={() => onStep("scoring")}>{editorStrings.previous}</Button>
        <Button type="submit" variant="primary" disabled={open.length > 0 || isPending}>
          {isPending ? words.saving : suite ? words.update : words.create}
        </Button>
      </div>
    </form>
  );
}

function Refusals({ error }: { error: Error | null }) {
  const problems = refusals(error);
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="rounded-card bg-bad-soft px-4 py-3 text-[13px] text-bad">
      <ul className="flex flex-col gap-1">
        {problems.map(({ field, sentence }) => (
          <li key={`${field} ${sentence}`} className="wrap-anywhere">
            <span className="font-mono">{field}</span> {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface NamesFieldsProps {
  spec: Spec;
  set: (changes: Partial<Spec>) => void;
  fixed: boolean;
}

function NamesFields({ spec, set, fixed }: NamesFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={words.title} hint={words.titleHint}>
        {(ids) => (
          <Input
            {...ids}
            maxLength={200}
            value={spec.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={words.name}
        hint={fixed ? words.nameFixed : words.nameHint}
        error={spec.name === "" || isSlug(spec.name) ? undefined : words.badName}
      >
        {(ids) => (
          <Input
            {...ids}
            maxLength={64}
            disabled={fixed}
            value={spec.name}
            onChange={(event) => set({ name: toSlugWhileTyping(event.target.value) })}
            className="font-mono disabled:opacity-60"
          />
        )}
      </Field>
      <div className="sm:col-span-2">
        <Field label={words.description}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={3}
              maxLength={10_000}
              value={spec.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
      </div>
      <TagsField tags={spec.tags} onChange={(tags) => set({ tags })} />
      <Field label={words.version} hint={words.versionHint}>
        {(ids) => (
          <Input
            {...ids}
            maxLength={40}
            value={spec.version}
            onChange={(event) => set({ version: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.epochs} hint={words.epochsHint}>
        {(ids) => (
          <NumberInput
            {...ids}
            min={1}
            max={100}
            step={1}
            value={spec.epochs}
            onNumber={(epochs) => epochs && set({ epochs: Math.round(epochs) })}
          />
        )}
      </Field>
    </div>
  );
}

function TagsField({
  tags,
  onChange,
}: {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}) {
  return (
    <Field label={words.tags} hint={words.tagsHint}>
      {(ids) => (
        <Input
          {...ids}
          defaultValue={tags.join(", ")}
          onChange={(event) =>
            onChange(
              event.target.value
                .split(",")
                .map((tag) => tag.trim())
                .filter(Boolean),
            )
          }
        />
      )}
    </Field>
  );
}
