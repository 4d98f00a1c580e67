import { oneOf, present, textOf } from "@/lib/search-params";

export const FILTERS = [
  "all",
  "wrong",
  "right",
  "unparsed",
  "failed",
  "disagreeing",
  "slow",
] as const;
export type SampleFilter = (typeof FILTERS)[number];

/** Filters of the samples; kept while moving from one sample to the next. */
export interface GridSearch {
  filter?: SampleFilter;
  /** Key of the model (and prompt, if there are several) that the filter applies to. */
  line?: string;
  tag?: string;
  q?: string;
}

export interface RunSearch extends GridSearch {
  /** Shows the chart as a table. */
  table?: true;
}

export function parseGridSearch(search: Record<string, unknown>): GridSearch {
  const filter = oneOf(FILTERS, search.filter);
  return present({
    filter: filter === "all" ? undefined : filter,
    line: textOf(search.line),
    tag: textOf(search.tag),
    q: textOf(search.q),
  });
}

export function parseRunSearch(search: Record<string, unknown>): RunSearch {
  return {
    ...parseGridSearch(search),
    ...(search.table === true ? { table: true as const } : {}),
  };
}

export const isFiltered = ({ filter, line, tag, q }: GridSearch): boolean =>
  [filter, line, tag, q].some((part) => part !== undefined);
