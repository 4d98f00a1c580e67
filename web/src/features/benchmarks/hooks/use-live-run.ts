import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive } from "@/lib/use-live";
import { runQuery } from "../api/run";

/** Aggregating a large run takes a while, so updates in quick succession are combined. */
const GATHER_MS = 600;

/** Reloads a run soon after it changed. */
export function useLiveRun(runId: string): void {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(`bench_run:${runId}`, () => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // Do not cancel a running request: with frequent updates none would ever finish.
      cache.invalidateQueries({ queryKey: runQuery(runId).queryKey }, { cancelRefetch: false });
    }, GATHER_MS);
  });
}
