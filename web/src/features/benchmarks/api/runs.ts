import { keepPreviousData } from "@tanstack/react-query";
import { $api, api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";
import { randomKey } from "@/lib/random-key";
import { present } from "@/lib/search-params";
import type { RunStatus } from "../fns/benchmarks-search";
import { newRunStrings as words } from "../fns/new-run-strings";
import { useChange } from "../hooks/use-change";
import { useDebounced } from "../hooks/use-debounced";
import type { RunRequest, RunRow } from "./bench";
import type { RunSummary } from "./results";

/** Poll interval of progress, in case the live connection is lost. */
const WATCH_MS = 3_000;
const SUMMARIES_MS = 15_000;
const MOST_SUMMARIES = 100;

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

type Summaries = ReadonlyMap<string, RunSummary>;
const NO_SUMMARIES: Summaries = new Map();

/** Leader, score and cost of these runs, by their ids. They are loaded after the list, which does not wait for them. */
export function useSummaries(runs: readonly RunRow[]): Summaries {
  const isRunning = runs.some((run) => run.status === "running");
  const query = $api.useQuery(
    "get",
    "/api/bench/summaries",
    { params: { query: { run: runs.slice(0, MOST_SUMMARIES).map((run) => run.run_id) } } },
    {
      enabled: runs.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: isRunning ? SUMMARIES_MS : false,
    },
  );
  return query.data ? new Map(query.data.runs.map((one) => [one.run_id, one])) : NO_SUMMARIES;
}

/** The same for the newest finished run of each suite, by the ids of the suites. */
export function useSuiteSummaries(): Summaries {
  const { data } = $api.useQuery("get", "/api/bench/suite-summaries");
  return data ? new Map(data.runs.map((one) => [one.suite_id, one])) : NO_SUMMARIES;
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
