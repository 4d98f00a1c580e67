import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

/** Reloads the open sample when its run changes. */
export function useLiveSample(runId: string): void {
  const cache = useQueryClient();
  useLive(`bench_run:${runId}`, () => {
    cache.invalidateQueries({ queryKey: ["bench", "run-sample", runId] }, { cancelRefetch: false });
  });
}
