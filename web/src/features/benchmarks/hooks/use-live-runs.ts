import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

const LISTS = ["/api/bench/runs", "/api/bench/summaries", "/api/bench/suite-summaries"];

/** Reloads the lists when a run starts, changes or ends. */
export function useLiveRuns(): void {
  const cache = useQueryClient();
  useLive("bench_runs", () => {
    for (const path of LISTS) cache.invalidateQueries({ queryKey: ["get", path] });
  });
}
