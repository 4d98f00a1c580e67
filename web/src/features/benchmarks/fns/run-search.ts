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

export const RUN_TABS = ["summary", "samples", "errors", "settings"] as const;
export type RunTab = (typeof RUN_TABS)[number];

export interface RunSearch extends GridSearch {
  /** Without one: the samples if there is a filter, else the summary. */
  tab?: RunTab;
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

export const tabOf = (search: RunSearch): RunTab =>
  search.tab ?? (isFiltered(search) ? "samples" : "summary");

/** The address of a tab. Filters are kept. */
export function withTab({ tab: _, ...search }: RunSearch, tab: RunTab): RunSearch {
  return tabOf(search) === tab ? search : { ...search, tab };
}

export function parseRunSearch(search: Record<string, unknown>): RunSearch {
  const tab = oneOf(RUN_TABS, search.tab);
  return {
    ...parseGridSearch(search),
    ...(tab ? { tab } : {}),
    ...(search.table === true ? { table: true as const } : {}),
  };
}

export const isFiltered = ({ filter, line, tag, q }: GridSearch): boolean =>
  [filter, line, tag, q].some((part) => part !== undefined);
