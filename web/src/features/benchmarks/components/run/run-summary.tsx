import { Skeleton } from "@/components/ui/skeleton";
import type { Run } from "../../api/results";
import { useVerdict } from "../../api/run";
import { runStrings } from "../../fns/run-strings";
import { LinesTable } from "./lines-table";
import { MoreTables } from "./more-tables";
import { RunFacts } from "./run-facts";
import { RunProgress } from "./run-progress";
import { ScoresPlot } from "./scores-plot";

const words = runStrings.summary;

interface RunSummaryProps {
  run: Run;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

/** The verdict in a sentence, then the numbers, the charts and the tables. */
export function RunSummary({ run, asTable, onAsTable }: RunSummaryProps) {
  const query = useVerdict(run);
  const verdict = query.data;
  const isOpen = run.done < run.total;
  return (
    <div className="flex flex-col gap-6">
      <Headline query={query} />
      <RunFacts run={run} verdict={verdict} />
      {isOpen && <RunProgress run={run} />}
      <ScoresPlot run={run} asTable={asTable} onAsTable={onAsTable} />
      {!isOpen && <RunProgress run={run} />}
      <LinesTable run={run} verdict={verdict} />
      <MoreTables run={run} />
    </div>
  );
}

function Headline({ query }: { query: ReturnType<typeof useVerdict> }) {
  const { data, isError } = query;
  if (!data) {
    return isError ? (
      <p className="text-dim">{words.noVerdict}</p>
    ) : (
      <div role="status">
        <span className="sr-only">{words.judging}</span>
        <Skeleton className="h-8 w-full max-w-3xl" />
      </div>
    );
  }
  return (
    <div className="flex max-w-4xl flex-col gap-1.5">
      <h2 className="text-xl leading-snug font-semibold tracking-tight text-pretty wrap-anywhere md:text-2xl">
        {data.sentence}
      </h2>
      {data.details.length > 0 && <p className="text-dim">{data.details.join(" ")}</p>}
    </div>
  );
}
