import type { components } from "@/api/schema";
import { $api, api } from "@/lib/api-client";
import { randomKey } from "@/lib/random-key";
import { runStrings as words } from "../fns/run-strings";
import { useChange } from "../hooks/use-change";

/** Poll interval of a running run, in case the live connection is lost. */
const WATCH_MS = 3_000;

const pathOf = (runId: string) => ({ path: { run_id: runId } });

interface Changing {
  runId: string;
  change: components["schemas"]["RunChangeIn"];
}

export function useChangeRun() {
  return useChange(
    ({ runId, change }: Changing) =>
      api.PATCH("/api/bench/runs/{run_id}", { params: pathOf(runId), body: change }),
    words.failed.change,
  );
}

export function usePauseRun() {
  return useChange(
    (runId: string) => api.POST("/api/bench/runs/{run_id}/pause", { params: pathOf(runId) }),
    words.failed.pause,
  );
}

export function useCancelRun() {
  return useChange(
    (runId: string) => api.POST("/api/bench/runs/{run_id}/cancel", { params: pathOf(runId) }),
    words.failed.cancel,
  );
}

export function useResumeRun() {
  return useChange(
    (runId: string) =>
      api.POST("/api/bench/runs/{run_id}/resume", {
        params: { ...pathOf(runId), header: { "idempotency-key": randomKey() } },
      }),
    words.failed.resume,
  );
}

export function useRetryFailed() {
  return useChange(
    (runId: string) =>
      api.POST("/api/bench/runs/{run_id}/retry-failed", {
        params: { ...pathOf(runId), header: { "idempotency-key": randomKey() } },
      }),
    words.failed.retry,
  );
}

export function useDeleteRun() {
  return useChange(
    (runId: string) => api.DELETE("/api/bench/runs/{run_id}", { params: pathOf(runId) }),
    words.failed.remove,
  );
}

const runInit = (runId: string) => ({ params: pathOf(runId) });

export const runQuery = (runId: string) =>
  $api.queryOptions("get", "/api/bench/runs/{run_id}", runInit(runId));

export function useRun(runId: string) {
  return $api.useQuery("get", "/api/bench/runs/{run_id}", runInit(runId), {
    refetchInterval: ({ state }) => (state.data?.status === "running" ? WATCH_MS : false),
  });
}
