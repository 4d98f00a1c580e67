import { oneOf, present, textOf } from "@/lib/search-params";

export const TABS = ["suites", "runs", "schedules"] as const;
export const RUN_STATUSES = ["running", "paused", "finished", "cancelled", "stopped"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface BenchmarksSearch {
  tab?: (typeof TABS)[number];
  q?: string;
  /** Archived suites instead of the active ones. */
  show?: "archived";
  status?: RunStatus;
  /** Only the runs of this suite. */
  suite?: string;
}

/** Ignores invalid values, because addresses can be typed by hand. */
export function parseBenchmarksSearch(search: Record<string, unknown>): BenchmarksSearch {
  const tab = oneOf(TABS, search.tab);
  return present({
    tab: tab === "suites" ? undefined : tab,
    q: textOf(search.q),
    show: oneOf(["archived"], search.show),
    status: oneOf(RUN_STATUSES, search.status),
    suite: textOf(search.suite),
  });
}
