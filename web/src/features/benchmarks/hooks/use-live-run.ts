import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLive } from "@/lib/use-live";

/** Counting a large run takes a while, so news that come close together are one. */
const GATHER_MS = 600;

/** Reloads a run soon after it moved on. */
export function useLiveRun(runId: string): void {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(`bench_run:${runId}`, () => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // An answer that is under way is waited for: under a steady stream of news none would ever arrive.
      cache.invalidateQueries({ queryKey: ["bench", "run", runId] }, { cancelRefetch: false });
    }, GATHER_MS);
  });
}
