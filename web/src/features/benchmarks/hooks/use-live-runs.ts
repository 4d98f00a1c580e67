import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

/** Reloads the lists whenever a run starts, moves on or ends. */
export function useLiveRuns(): void {
  const cache = useQueryClient();
  useLive("bench_runs", () => cache.invalidateQueries({ queryKey: ["bench", "runs"] }));
}
