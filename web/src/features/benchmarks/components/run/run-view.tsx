import { Skeleton } from "@/components/ui/skeleton";
import type { Run } from "../../api/results";
import { useRun } from "../../api/run";
import { problemsOf } from "../../fns/run-lines";
import type { RunSearch } from "../../fns/run-search";
import { runStrings as words } from "../../fns/run-strings";
import { useLiveRun } from "../../hooks/use-live-run";
import { Loaded } from "../parts/loaded";
import { LinesTable } from "./lines-table";
import { MoreTables } from "./more-tables";
import { RunErrors } from "./run-errors";
import { RunFacts } from "./run-facts";
import { RunGrid } from "./run-grid";
import { RunHead } from "./run-head";
import { RunProgress } from "./run-progress";
import { ScoresPlot } from "./scores-plot";
import { SilentServers } from "./silent-servers";

interface RunViewProps {
  runId: string;
  search: RunSearch;
  onSearch: (search: RunSearch) => void;
}

/** A run, live or finished: progress, results and all samples. */
export function RunView({ runId, search, onSearch }: RunViewProps) {
  useLiveRun(runId);
  return (
    <Loaded query={useRun(runId)} name={words.name} skeleton={<RunSkeleton />}>
      {(run) => (
        <div className="flex flex-col gap-6">
          <RunHead run={run} />
          <Reason run={run} />
          <SilentServers run={run} />
          <RunFacts run={run} />
          <RunProgress run={run} />
          <ScoresPlot
            run={run}
            asTable={search.table === true}
            onAsTable={(asTable) => onSearch(withTable(search, asTable))}
          />
          <LinesTable run={run} />
          <MoreTables run={run} />
          {problemsOf(run.lines).length > 0 && <RunErrors run={run} />}
          <RunGrid run={run} search={search} onSearch={onSearch} />
        </div>
      )}
    </Loaded>
  );
}

function withTable({ table: _, ...search }: RunSearch, asTable: boolean): RunSearch {
  return asTable ? { ...search, table: true } : search;
}

/** Why the run was stopped or canceled. */
function Reason({ run }: { run: Run }) {
  if (!run.reason) return null;
  return (
    <p role="status" className="rounded-card border border-line bg-soft px-4 py-2.5">
      {run.reason}
    </p>
  );
}

function RunSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-72 max-w-full" />
        <Skeleton className="w-56 max-w-full" />
      </div>
      <Skeleton className="h-12 w-full max-w-2xl" />
      <Skeleton className="h-40 w-full rounded-card" />
      <Skeleton className="h-64 w-full rounded-card" />
      <Skeleton className="h-48 w-full rounded-card" />
      <Skeleton className="h-96 w-full rounded-card" />
    </div>
  );
}
