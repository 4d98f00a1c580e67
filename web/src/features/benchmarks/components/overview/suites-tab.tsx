import { Link } from "@tanstack/react-router";
import { Archive, ListChecks, SearchX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchBox } from "@/components/ui/search-box";
import { Switch } from "@/components/ui/switch";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import { present } from "@/lib/search-params";
import { useDraft } from "@/lib/use-draft";
import type { SuiteRow } from "../../api/bench";
import type { BenchmarksSearch } from "../../fns/benchmarks-search";
import { benchStrings } from "../../fns/strings";
import { shownSuites } from "../../fns/suites-shown";
import { Loaded } from "../parts/loaded";
import { SuitesTable } from "./suites-table";

const words = benchStrings.suites;

interface SuitesTabProps {
  search: BenchmarksSearch;
  onSearch: (search: BenchmarksSearch) => void;
}

export function SuitesTab({ search, onSearch }: SuitesTabProps) {
  const query = $api.useQuery("get", "/api/bench/suites");
  const [draft, setDraft] = useDraft(search.q ?? "", (q) => onSearch(present({ ...search, q })));
  return (
    <Loaded query={query} name={words.name}>
      {({ suites, may_write }) => {
        const archived = suites.filter((suite) => suite.archived).length;
        if (suites.length === 0) return <NoSuites mayWrite={may_write} />;
        const shown = shownSuites(suites, search);
        return (
          <>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <SearchBox label={words.search} value={draft} onChange={setDraft} />
              {(archived > 0 || search.show) && (
                <Switch
                  label={words.archived(formatCount(archived))}
                  on={search.show === "archived"}
                  onChange={(on) =>
                    onSearch(present({ q: search.q, show: on ? "archived" : undefined }))
                  }
                />
              )}
            </div>
            <Shown suites={shown} search={search} onClear={() => onSearch({})} />
          </>
        );
      }}
    </Loaded>
  );
}

interface ShownProps {
  suites: readonly SuiteRow[];
  search: BenchmarksSearch;
  onClear: () => void;
}

function Shown({ suites, search, onClear }: ShownProps) {
  if (suites.length > 0) return <SuitesTable suites={suites} />;
  if (search.show === "archived" && !search.q) {
    return (
      <EmptyState icon={Archive} title={words.noneArchived.title}>
        {words.noneArchived.detail}
      </EmptyState>
    );
  }
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

function NoSuites({ mayWrite }: { mayWrite: boolean }) {
  return (
    <EmptyState
      icon={ListChecks}
      title={words.empty.title}
      action={
        mayWrite && (
          <Button asChild variant="primary">
            <Link to="/benchmarks/suites/new">{benchStrings.newSuite}</Link>
          </Button>
        )
      }
    >
      {words.empty.detail}
    </EmptyState>
  );
}
