import { SearchX } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { MoreButton } from "@/components/ui/more-button";
import { Section } from "@/components/ui/section";
import type { Run } from "../../api/results";
import { useGrid } from "../../api/run-samples";
import { type GridSearch, isFiltered, type RunSearch, withTab } from "../../fns/run-search";
import { runStrings } from "../../fns/run-strings";
import { useFetchUntilFound } from "../../hooks/use-fetch-until-found";
import { Loaded } from "../parts/loaded";
import { GridFilters } from "./grid-filters";
import { GridTable } from "./grid-table";

const words = runStrings.grid;

interface RunGridProps {
  run: Run;
  search: RunSearch;
  onSearch: (search: RunSearch) => void;
}

/** All samples with their outcomes, and filters. */
export function RunGrid({ run, search, onSearch }: RunGridProps) {
  const { table, tab: _, ...wanted } = search;
  const query = useGrid({ runId: run.run_id, search: wanted, running: run.status === "running" });
  const searching = useFetchUntilFound(query);
  const keep = (next: GridSearch) =>
    onSearch(withTab(table ? { ...next, table } : next, "samples"));
  return (
    <Section title={words.title} lead={words.lead}>
      <GridFilters run={run} search={wanted} onSearch={keep} />
      <Loaded query={query} name={words.title}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (searching) return <Searching query={query} />;
          if (rows.length === 0) {
            return <Nothing filtered={isFiltered(wanted)} onClear={() => keep({})} />;
          }
          return (
            <>
              <GridTable run={run} rows={rows} search={wanted} />
              <MoreButton query={query} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Searching({ query }: { query: ComponentProps<typeof MoreButton>["query"] & Failing }) {
  return (
    <>
      <p role="status" className="py-8 text-center text-dim">
        {query.isFetchNextPageError ? words.brokeOff : words.searching}
      </p>
      {query.isFetchNextPageError && <MoreButton query={query} />}
    </>
  );
}

interface Failing {
  isFetchNextPageError: boolean;
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { title, detail } = filtered ? words.noMatch : words.empty;
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      heading="h2"
      action={filtered && <Button onClick={onClear}>{words.clear}</Button>}
    >
      {detail}
    </EmptyState>
  );
}
