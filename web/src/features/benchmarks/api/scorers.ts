import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

/** The installed scorers and extraction steps. */
export function useScorers() {
  return useQuery({
    queryKey: ["bench", "scorers"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/bench/scorers", { signal })),
    staleTime: 600_000,
  });
}
