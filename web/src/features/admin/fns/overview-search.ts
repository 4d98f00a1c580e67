import { oneOf, present } from "@/lib/search-params";

export const MEASURES = ["battles", "votes", "people"] as const;
export type Measure = (typeof MEASURES)[number];

export interface OverviewSearch {
  span?: "days";
  measure?: Measure;
  /** Shows the numbers of the chart as a table. */
  table?: true;
}

export function parseOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const measure = oneOf(MEASURES, search.measure);
  return present({
    span: oneOf(["days"], search.span),
    measure: measure === "battles" ? undefined : measure,
    table: search.table === true ? (true as const) : undefined,
  });
}
