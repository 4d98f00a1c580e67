import { oneOf, present, textOf } from "@/lib/search-params";

const MOST_ENTRIES = 30;

export interface CompareSearch {
  /** `run_id:model_id#prompt`; the others are held against the first. */
  entry?: string[];
  /** The one whose changed samples are shown, by its place. */
  against?: number;
  /** Without it, whichever way there are any. */
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
