import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

/** Reloads the lists when a run starts, changes or ends. */
export function useLiveRuns(): void {
  const cache = useQueryClient();
  useLive("bench_runs", () => cache.invalidateQueries({ queryKey: ["get", "/api/bench/runs"] }));
}
