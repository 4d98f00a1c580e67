import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";
import { runSampleQuery } from "../api/run-samples";

/** Reloads the open sample when its run changes. */
export function useLiveSample(runId: string): void {
  const cache = useQueryClient();
  useLive(`bench_run:${runId}`, () => {
    cache.invalidateQueries({ queryKey: runSampleQuery(runId) }, { cancelRefetch: false });
  });
}
