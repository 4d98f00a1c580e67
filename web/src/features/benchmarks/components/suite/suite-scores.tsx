import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CodeChip } from "@/components/ui/code-chip";
import { Section } from "@/components/ui/section";
import type { Scorer, Scorers, ScoreSpec, Spec, Step } from "../../api/bench";
import { useScorers } from "../../api/scorers";
import { cellText } from "../../fns/cell-text";
import { stepWords } from "../../fns/steps";
import { suiteStrings } from "../../fns/suite-strings";

const words = suiteStrings.scores;

/** Each score in words: its input, its scorer and its weight. */
export function SuiteScores({ spec }: { spec: Spec }) {
  const known = useScorers().data;
  return (
    <Section
      title={words.title}
      lead={spec.pass_at === 1 ? words.allRight : words.partly(String(spec.pass_at))}
    >
      <Card>
        <ul>
          {spec.scores.map((score) => (
            <li key={score.name} className="border-t border-line p-4 first:border-t-0">
              <ScoreWords score={score} spec={spec} known={known} />
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

interface ScoreWordsProps {
  score: ScoreSpec;
  spec: Spec;
  known: Scorers | undefined;
}

function ScoreWords({ score, spec, known }: ScoreWordsProps) {
  const scorer = known?.scorers.find((one) => one.name === score.scorer);
  const steps = score.extract ? spec.extract[score.extract] : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <h3 className="pr-1 font-semibold">{score.name}</h3>
        {notes(score, scorer?.needs ?? []).map((note) => (
          <Badge key={note}>{note}</Badge>
        ))}
      </div>
      <p className="text-dim">
        <span className="font-medium text-ink">{scorer?.title ?? score.scorer}.</span>{" "}
        {known && !scorer ? words.unknown : firstSentence(scorer?.description ?? "")}
      </p>
      <p className="text-[13px] text-dim">
        {score.extract ? words.takes(score.extract) : words.whole}
      </p>
      {steps && <StepWords steps={steps} kinds={known?.steps ?? []} />}
      <OptionWords score={score} />
    </div>
  );
}

interface StepWordsProps {
  steps: readonly Step[];
  kinds: readonly Scorer[];
}

function StepWords({ steps, kinds }: StepWordsProps) {
  return (
    <ol className="flex flex-wrap gap-1.5">
      {steps.map((step) => (
        <li key={JSON.stringify(step)}>
          <CodeChip>{stepWords(step, kinds)}</CodeChip>
        </li>
      ))}
    </ol>
  );
}

function OptionWords({ score }: { score: ScoreSpec }) {
  const options = Object.entries(score.options);
  if (options.length === 0 && !score.target) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-[13px]">
      {score.target && <Line name={words.target} value={score.target} />}
      {options.map(([name, value]) => (
        <Line key={name} name={name} value={cellText(value)} />
      ))}
    </dl>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-dim">{name}</dt>
      <dd className="font-mono text-[12.5px] wrap-anywhere">{value}</dd>
    </>
  );
}

const firstSentence = (text: string) => text.split("\n\n")[0] ?? "";

function notes(score: ScoreSpec, needs: readonly string[]): string[] {
  return [
    score.weight === 0 ? words.shown : words.weight(String(score.weight)),
    score.negate ? words.negated : "",
    typeof score.threshold === "number" ? words.threshold(String(score.threshold)) : "",
    needs.includes("judge") ? words.judge : "",
    needs.includes("sandbox") ? words.sandbox : "",
  ].filter(Boolean);
}
