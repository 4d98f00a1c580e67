import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

/** What answers can be scored and taken apart with; it changes only when something is installed. */
export function useScorers() {
  return useQuery({
    queryKey: ["bench", "scorers"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/bench/scorers", { signal })),
    staleTime: 600_000,
  });
}
