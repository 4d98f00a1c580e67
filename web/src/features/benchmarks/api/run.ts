import { useEffect, useRef } from "react";
import type { components } from "@/api/schema";
import { $api, api } from "@/lib/api-client";
import { randomKey } from "@/lib/random-key";
import { runStrings as words } from "../fns/run-strings";
import { useChange } from "../hooks/use-change";
import type { Run } from "./results";

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

/** Poll interval of the verdict of a running run: all its answers are compared. */
const JUDGE_MS = 15_000;

const runInit = (runId: string) => ({ params: pathOf(runId) });

export const runQuery = (runId: string) =>
  $api.queryOptions("get", "/api/bench/runs/{run_id}", runInit(runId));

export function useRun(runId: string) {
  return $api.useQuery("get", "/api/bench/runs/{run_id}", runInit(runId), {
    refetchInterval: ({ state }) => (state.data?.status === "running" ? WATCH_MS : false),
  });
}

/** The verdict on a run. It is loaded again when the first answers arrive and when the run ends or continues. */
export function useVerdict({ run_id, status, done }: Run) {
  const query = $api.useQuery("get", "/api/bench/runs/{run_id}/verdict", runInit(run_id), {
    refetchInterval: status === "running" ? JUDGE_MS : false,
  });
  const moment = `${run_id} ${status} ${done > 0}`;
  const judged = useRef(moment);
  const { refetch } = query;
  useEffect(() => {
    if (judged.current === moment) return;
    judged.current = moment;
    refetch();
  }, [moment, refetch]);
  return query;
}
