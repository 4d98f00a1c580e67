import { present, textOf } from "@/lib/search-params";

export interface BoardSearch {
  /** The suite that is plotted against the arena; all suites if undefined. */
  suite?: string;
  table?: true;
}

export function parseBoardSearch(search: Record<string, unknown>): BoardSearch {
  return present({
    suite: textOf(search.suite),
    table: search.table === true ? (true as const) : undefined,
  });
}
