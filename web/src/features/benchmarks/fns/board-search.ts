import { present, textOf } from "@/lib/search-params";

export interface BoardSearch {
  /** The suite that is drawn against the arena; all together without. */
  suite?: string;
  table?: true;
}

export function parseBoardSearch(search: Record<string, unknown>): BoardSearch {
  return present({
    suite: textOf(search.suite),
    table: search.table === true ? (true as const) : undefined,
  });
}
