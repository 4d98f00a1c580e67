import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import type { Scorers, Spec } from "../../api/bench";
import { useScorers } from "../../api/scorers";
import type { EditorPartProps } from "../../fns/editor-part";
import { editorStrings } from "../../fns/editor-strings";
import { freeName, newScore } from "../../fns/spec";
import { Loaded } from "../parts/loaded";
import { NumberInput } from "../parts/number-input";
import { AnswerTrial } from "./answer-trial";
import { LanguageField } from "./language-field";
import { PipelinesFields } from "./pipelines-fields";
import { ScoreFields } from "./score-fields";

const words = editorStrings.scoring;

/** Edits extraction and scores next to a box to try them. */
export function ScoringStep({ draft, onDraft }: EditorPartProps) {
  const { spec } = draft;
  const set = (changes: Partial<Spec>) => onDraft({ ...draft, spec: { ...spec, ...changes } });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <Loaded query={useScorers()} name={words.scores}>
          {(offers) => (
            <>
              <PipelinesFields spec={spec} kinds={offers.steps} onChange={set} />
              <ScoresFields spec={spec} offers={offers} onChange={set} />
            </>
          )}
        </Loaded>
      </div>
      <div className="min-w-0 lg:sticky lg:top-20">
        <AnswerTrial draft={draft} />
      </div>
    </div>
  );
}

interface ScoresFieldsProps {
  spec: Spec;
  offers: Scorers;
  onChange: (changes: Partial<Spec>) => void;
}

function ScoresFields({ spec, offers, onChange }: ScoresFieldsProps) {
  const { scores } = spec;
  const names = scores.map((score) => score.name);
  const add = () => onChange({ scores: [...scores, newScore(freeName("score", names), "exact")] });
  return (
    <Section title={words.scores} lead={words.scoresLead}>
      {scores.map((score, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed.
        <Card key={place} className="p-4">
          <ScoreFields
            score={score}
            offers={offers.scorers}
            pipelines={Object.keys(spec.extract)}
            taken={names.filter((_, other) => other !== place)}
            onChange={(next) => onChange({ scores: scores.with(place, next) })}
            onRemove={
              scores.length > 1 ? () => onChange({ scores: scores.toSpliced(place, 1) }) : undefined
            }
          />
        </Card>
      ))}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Button onClick={add}>
          <Plus aria-hidden="true" />
          {words.addScore}
        </Button>
      </div>
      <div className="flex max-w-96 flex-col gap-4">
        <LanguageField value={spec.language} onChange={(language) => onChange({ language })} />
        <Field label={words.passAt} hint={words.passAtHint}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={0}
              max={1}
              step={0.05}
              value={spec.pass_at}
              onNumber={(value) => value && value <= 1 && onChange({ pass_at: value })}
            />
          )}
        </Field>
      </div>
    </Section>
  );
}
