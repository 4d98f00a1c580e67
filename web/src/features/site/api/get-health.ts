import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

const healthQuery = queryOptions({
  queryKey: ["site", "health"],
  queryFn: ({ signal }) => answerOf(api.GET("/healthz", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSiteHealth() {
  return useQuery(healthQuery);
}
