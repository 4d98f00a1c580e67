import { Skeleton } from "@/components/ui/skeleton";
import type { Run } from "../../api/results";
import { useRun } from "../../api/run";
import { type RunSearch, tabOf } from "../../fns/run-search";
import { runStrings as words } from "../../fns/run-strings";
import { useLiveRun } from "../../hooks/use-live-run";
import { Loaded } from "../parts/loaded";
import { RunErrors } from "./run-errors";
import { RunGrid } from "./run-grid";
import { RunHead } from "./run-head";
import { RunSettings } from "./run-settings";
import { RunSummary } from "./run-summary";
import { RunTabs } from "./run-tabs";
import { SilentServers } from "./silent-servers";

interface RunViewProps {
  runId: string;
  search: RunSearch;
  onSearch: (search: RunSearch) => void;
}

/** A run, live or finished: its verdict and results, all samples, errors and settings in tabs. */
export function RunView({ runId, search, onSearch }: RunViewProps) {
  useLiveRun(runId);
  return (
    <Loaded query={useRun(runId)} name={words.name} skeleton={<RunSkeleton />}>
      {(run) => (
        <div className="flex flex-col gap-5">
          <RunHead run={run} />
          <Reason run={run} />
          <SilentServers run={run} />
          <RunTabs run={run} search={search} />
          <Tab run={run} search={search} onSearch={onSearch} />
        </div>
      )}
    </Loaded>
  );
}

function Tab({ run, search, onSearch }: Omit<RunViewProps, "runId"> & { run: Run }) {
  const tab = tabOf(search);
  if (tab === "samples") return <RunGrid run={run} search={search} onSearch={onSearch} />;
  if (tab === "errors") return <RunErrors run={run} />;
  if (tab === "settings") return <RunSettings run={run} />;
  return (
    <RunSummary
      run={run}
      asTable={search.table === true}
      onAsTable={(asTable) => onSearch(withTable(search, asTable))}
    />
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
      <Skeleton className="h-8 w-80 max-w-full" />
      <Skeleton className="h-8 w-full max-w-3xl" />
      <Skeleton className="h-12 w-full max-w-2xl" />
      <Skeleton className="h-64 w-full rounded-card" />
      <Skeleton className="h-48 w-full rounded-card" />
    </div>
  );
}
