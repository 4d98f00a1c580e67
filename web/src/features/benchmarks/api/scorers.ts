import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

/** The installed scorers and extraction steps. */
export function useScorers() {
  return useQuery({
    queryKey: ["bench", "scorers"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/bench/scorers", { signal })),
    staleTime: 600_000,
  });
}
