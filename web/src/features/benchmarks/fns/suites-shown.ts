import type { SuiteRow } from "../api/bench";
import type { BenchmarksSearch } from "./benchmarks-search";

/** Most recently run first, then newest first. */
export function shownSuites(
  suites: readonly SuiteRow[],
  { q = "", show }: BenchmarksSearch,
): SuiteRow[] {
  const wanted = q.trim().toLowerCase();
  const moment = (suite: SuiteRow) => suite.last_run_at ?? "";
  return suites
    .filter((suite) => suite.archived === (show === "archived"))
    .filter((suite) =>
      [suite.name, suite.title, suite.description, ...suite.tags, ...suite.scores].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
    .toSorted(
      (a, b) => moment(b).localeCompare(moment(a)) || b.updated_at.localeCompare(a.updated_at),
    );
}

export const suiteTitle = (suite: { name: string; title: string }): string =>
  suite.title || suite.name;
