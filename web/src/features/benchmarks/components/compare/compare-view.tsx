import { Link } from "@tanstack/react-router";
import { GitCompareArrows, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHead } from "@/components/ui/page-head";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount } from "@/lib/format";
import { present } from "@/lib/search-params";
import { useComparison } from "../../api/comparisons";
import type { Comparison } from "../../api/results";
import { useRuns } from "../../api/runs";
import type { CompareSearch } from "../../fns/compare-search";
import { compareStrings as words } from "../../fns/compare-strings";
import { entryLabels } from "../../fns/entries";
import { BenchNav } from "../parts/bench-nav";
import { Loaded } from "../parts/loaded";
import { ChosenEntries } from "./chosen-entries";
import { EntryPicker } from "./entry-picker";
import { FlippedSamples } from "./flipped-samples";
import { ForestPlot } from "./forest-plot";
import { HistoryPlots } from "./history-plots";
import { TestsTable } from "./tests-table";
import { Verdicts } from "./verdicts";

interface CompareViewProps {
  search: CompareSearch;
  onSearch: (search: CompareSearch) => void;
  names: ReadonlyMap<string, string>;
}

/** Compares two or more models or runs, sample by sample. */
export function CompareView({ search, onSearch, names }: CompareViewProps) {
  const [choosing, setChoosing] = useState(false);
  const entries = search.entry ?? [];
  const query = useComparison(entries);
  const choose = (entry: string[]) => onSearch(present({ entry, table: search.table }));
  return (
    <div className="flex flex-col gap-6">
      <BenchNav current="compare" />
      <PageHead title={words.title} lead={words.lead} />
      <ChosenEntries
        entries={entries}
        found={entries.length > 1 ? query.data : undefined}
        names={names}
        onChange={choose}
        onAdd={() => setChoosing(true)}
      />
      {entries.length < 2 ? (
        <ChooseFirst one={entries.length === 1} onChoose={() => setChoosing(true)} />
      ) : (
        <Loaded query={query} name={words.result} skeleton={<CompareSkeleton />}>
          {(found) => <Found found={found} search={search} onSearch={onSearch} />}
        </Loaded>
      )}
      <EntryPicker
        open={choosing}
        onOpenChange={setChoosing}
        chosen={entries}
        names={names}
        onChoose={(entry) => choose([...entries, entry])}
      />
    </div>
  );
}

interface FoundProps {
  found: Comparison;
  search: CompareSearch;
  onSearch: (search: CompareSearch) => void;
}

function Found({ found, search, onSearch }: FoundProps) {
  const labels = entryLabels(found.entries);
  return (
    <>
      <Warnings found={found} />
      <Section title={words.result} lead={words.common(formatCount(found.common))}>
        <Verdicts found={found} labels={labels} />
        <ForestPlot
          found={found}
          labels={labels}
          asTable={search.table === true}
          onAsTable={(asTable) =>
            onSearch(present({ ...search, table: asTable ? (true as const) : undefined }))
          }
        />
      </Section>
      <TestsTable found={found} labels={labels} />
      <FlippedSamples found={found} labels={labels} search={search} onSearch={onSearch} />
      <HistoryPlots found={found} />
    </>
  );
}

function Warnings({ found }: { found: Comparison }) {
  if (found.warnings.length === 0) return null;
  return (
    <section
      aria-label={words.warnings}
      className="flex gap-3 rounded-card border border-line bg-soft px-4 py-3"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-dim" />
      <div>
        <h2 className="font-semibold">{words.warnings}</h2>
        <ul className="list-disc pl-4 text-[13px]">
          {found.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function ChooseFirst({ one, onChoose }: { one: boolean; onChoose: () => void }) {
  return (
    <Loaded query={useRuns({})} name={words.title}>
      {({ pages }) => {
        const noRuns = pages[0]?.runs.length === 0;
        return (
          <EmptyState
            icon={GitCompareArrows}
            title={one ? words.empty.one : words.empty.title}
            action={
              noRuns ? (
                <Button asChild variant="primary">
                  <Link to="/benchmarks/new-run">{words.empty.start}</Link>
                </Button>
              ) : (
                <Button variant="primary" onClick={onChoose}>
                  {words.choose}
                </Button>
              )
            }
          >
            {noRuns ? words.empty.noRuns : words.empty.detail}
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

function CompareSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-5 w-96 max-w-full" />
      <Skeleton className="h-56 w-full rounded-card" />
      <Skeleton className="h-40 w-full rounded-card" />
      <Skeleton className="h-72 w-full rounded-card" />
    </div>
  );
}
