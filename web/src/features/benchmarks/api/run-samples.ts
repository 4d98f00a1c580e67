import { keepPreviousData } from "@tanstack/react-query";
import { $api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";
import { present } from "@/lib/search-params";
import type { GridSearch } from "../fns/run-search";
import { useDebounced } from "../hooks/use-debounced";

const WATCH_MS = 5_000;

interface GridQuery {
  runId: string;
  search: GridSearch;
  /** Whether the run is still going on. */
  running?: boolean;
  enabled?: boolean;
}

/** The samples of a run, page by page; the server filters them. */
export function useGrid({ runId, search, running = false, enabled = true }: GridQuery) {
  const q = useDebounced(search.q, 300);
  const { filter, line, tag } = search;
  return $api.useInfiniteQuery(
    "get",
    "/api/bench/runs/{run_id}/samples",
    { params: { path: { run_id: runId }, query: present({ filter, line, tag, search: q }) } },
    {
      ...byCursor,
      placeholderData: keepPreviousData,
      refetchInterval: running ? WATCH_MS : false,
      enabled,
    },
  );
}

export const runSampleQuery = (runId: string) =>
  [
    "get",
    "/api/bench/runs/{run_id}/samples/{position}",
    { params: { path: { run_id: runId } } },
  ] as const;

export function useRunSample(runId: string, position: number) {
  return $api.useQuery(
    "get",
    "/api/bench/runs/{run_id}/samples/{position}",
    { params: { path: { run_id: runId, position } } },
    { placeholderData: keepPreviousData },
  );
}
