import { Link } from "@tanstack/react-router";
import { Play, SearchX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MoreButton } from "@/components/ui/more-button";
import { Select } from "@/components/ui/select";
import { $api } from "@/lib/api-client";
import { present } from "@/lib/search-params";
import { useRuns } from "../../api/runs";
import { type BenchmarksSearch, RUN_STATUSES } from "../../fns/benchmarks-search";
import { benchStrings } from "../../fns/strings";
import { suiteTitle } from "../../fns/suites-shown";
import { Loaded } from "../parts/loaded";
import { ImportRun } from "../run/import-run";
import { RunsTable } from "./runs-table";

const words = benchStrings.runs;

interface RunsTabProps {
  search: BenchmarksSearch;
  onSearch: (search: BenchmarksSearch) => void;
  names: ReadonlyMap<string, string>;
}

export function RunsTab({ search, onSearch, names }: RunsTabProps) {
  const query = useRuns(search);
  const clear = () => onSearch({ tab: "runs" });
  return (
    <>
      <Filters search={search} onSearch={onSearch} />
      <Loaded query={query} name={words.name}>
        {({ pages }) => {
          const runs = pages.flatMap((page) => page.runs);
          if (runs.length === 0) {
            return search.status || search.suite ? <NoMatch onClear={clear} /> : <NoRuns />;
          }
          return (
            <>
              <RunsTable runs={runs} names={names} />
              <MoreButton query={query} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Filters({ search, onSearch }: Pick<RunsTabProps, "search" | "onSearch">) {
  const suites = $api.useQuery("get", "/api/bench/suites").data?.suites ?? [];
  const set = (changes: Partial<Record<keyof BenchmarksSearch, string>>) =>
    onSearch(present({ ...search, ...changes }) as BenchmarksSearch);
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        aria-label={words.status}
        value={search.status ?? ""}
        choices={[
          { value: "", label: words.anyStatus },
          ...RUN_STATUSES.map((value) => ({ value, label: words.statuses[value] })),
        ]}
        onChoose={(status) => set({ status })}
      />
      <Select
        aria-label={words.suite}
        className="max-w-64 min-w-0"
        value={search.suite ?? ""}
        choices={[
          { value: "", label: words.anySuite },
          ...suites.map((suite) => ({ value: suite.suite_id, label: suiteTitle(suite) })),
        ]}
        onChoose={(suite) => set({ suite })}
      />
      <ImportRun />
    </div>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={words.noMatch.title}
      action={<Button onClick={onClear}>{benchStrings.clear}</Button>}
    >
      {words.noMatch.detail}
    </EmptyState>
  );
}

function NoRuns() {
  const mayWrite = $api.useQuery("get", "/api/bench/suites").data?.may_write === true;
  return (
    <EmptyState
      icon={Play}
      title={words.empty.title}
      action={
        mayWrite && (
          <Button asChild variant="primary">
            <Link to="/benchmarks/new-run">{benchStrings.newRun}</Link>
          </Button>
        )
      }
    >
      {words.empty.detail}
    </EmptyState>
  );
}
