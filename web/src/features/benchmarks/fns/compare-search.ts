import { oneOf, present, textOf } from "@/lib/search-params";

const MOST_ENTRIES = 30;

export interface CompareSearch {
  /** `run_id:model_id#prompt`; the first one is the baseline. */
  entry?: string[];
  /** Index of the entry whose changed samples are shown. */
  against?: number;
  /** Undefined shows both directions. */
  flips?: "better" | "worse";
  table?: true;
}

const isEntry = (value: unknown): value is string =>
  typeof value === "string" && value.includes(":");

export function parseCompareSearch(search: Record<string, unknown>): CompareSearch {
  const given = Array.isArray(search.entry) ? search.entry : [textOf(search.entry)];
  const entries = [...new Set(given.filter(isEntry))].slice(0, MOST_ENTRIES);
  const against = Number(search.against);
  return present({
    entry: entries.length > 0 ? entries : undefined,
    against: Number.isInteger(against) && against > 1 ? against : undefined,
    flips: oneOf(["better", "worse"], search.flips),
    table: search.table === true ? (true as const) : undefined,
  });
}
