import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
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
  return useInfiniteQuery({
    queryKey: ["bench", "grid", runId, { filter, line, tag, q }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/bench/runs/{run_id}/samples", {
          params: {
            path: { run_id: runId },
            query: present({ filter, line, tag, search: q, cursor: pageParam }),
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
    refetchInterval: running ? WATCH_MS : false,
    enabled,
  });
}

export function useRunSample(runId: string, position: number) {
  return useQuery({
    queryKey: ["bench", "run-sample", runId, position],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/bench/runs/{run_id}/samples/{position}", {
          params: { path: { run_id: runId, position } },
          signal,
        }),
      ),
    placeholderData: (before) => before,
  });
}
