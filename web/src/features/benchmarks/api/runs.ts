import { keepPreviousData } from "@tanstack/react-query";
import { $api, api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";
import { randomKey } from "@/lib/random-key";
import { present } from "@/lib/search-params";
import type { RunStatus } from "../fns/benchmarks-search";
import { newRunStrings as words } from "../fns/new-run-strings";
import { useChange } from "../hooks/use-change";
import { useDebounced } from "../hooks/use-debounced";
import type { RunRequest } from "./bench";

/** Poll interval of progress, in case the live connection is lost. */
const WATCH_MS = 3_000;

interface RunsQuery {
  suite?: string | undefined;
  status?: RunStatus | undefined;
}

interface RunStart {
  request: RunRequest;
  /** Idempotency key: starts a run only once. */
  key: string;
}

export const newStart = (request: RunRequest): RunStart => ({ request, key: randomKey() });

export function useStartRun() {
  return useChange(
    ({ request, key }: RunStart) =>
      api.POST("/api/bench/runs", {
        params: { header: { "idempotency-key": key } },
        body: request,
      }),
    words.startFailed,
  );
}

export function useRuns({ suite, status }: RunsQuery) {
  return $api.useInfiniteQuery(
    "get",
    "/api/bench/runs",
    { params: { query: present({ suite_id: suite, status }) } },
    {
      ...byCursor,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.pages.some((page) => page.runs.some((run) => run.status === "running"))
          ? WATCH_MS
          : false,
    },
  );
}

/** Calls, cost and precision of a run; follows the form. */
export function useEstimate(request: RunRequest | undefined) {
  const settled = useDebounced(request);
  return $api.useQuery(
    "post",
    "/api/bench/estimate",
    { body: settled as RunRequest },
    { enabled: settled !== undefined, placeholderData: keepPreviousData, retry: false },
  );
}
