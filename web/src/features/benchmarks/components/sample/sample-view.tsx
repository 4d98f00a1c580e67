import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { RunSample } from "../../api/results";
import { useRunSample } from "../../api/run-samples";
import type { GridSearch } from "../../fns/run-search";
import { sampleStrings as words } from "../../fns/sample-strings";
import { useLiveSample } from "../../hooks/use-live-sample";
import { Loaded } from "../parts/loaded";
import { AnswerCard } from "./answer-card";
import { SampleHead } from "./sample-head";
import { SamplePrompt } from "./sample-prompt";

interface SampleViewProps {
  runId: string;
  position: number;
  search: GridSearch;
}

/** One sample: the prompt and all answers side by side. */
export function SampleView({ runId, position, search }: SampleViewProps) {
  useLiveSample(runId);
  return (
    <Loaded query={useRunSample(runId, position)} name={words.name} skeleton={<SampleSkeleton />}>
      {(found) => (
        <div className="flex flex-col gap-6">
          <SampleHead found={found} search={search} />
          <SamplePrompt found={found} />
          <Answers found={found} />
        </div>
      )}
    </Loaded>
  );
}

function Answers({ found }: { found: RunSample }) {
  const epochs = new Set(found.answers.map((answer) => answer.epoch)).size;
  return (
    <Section title={words.answers}>
      {found.answers.length === 0 ? (
        <p className="text-dim">{words.noAnswers}</p>
      ) : (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {found.answers.map((answer) => (
            <AnswerCard
              key={`${answer.key} ${answer.epoch}`}
              answer={answer}
              severalEpochs={epochs > 1}
            />
          ))}
        </div>
      )}
    </Section>
  );
}

function SampleSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-6 w-64 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Skeleton className="h-48 w-full rounded-card" />
        <Skeleton className="h-48 w-full rounded-card" />
      </div>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-64 w-full rounded-card" />
        <Skeleton className="h-64 w-full rounded-card" />
        <Skeleton className="h-64 w-full rounded-card" />
      </div>
    </div>
  );
}
