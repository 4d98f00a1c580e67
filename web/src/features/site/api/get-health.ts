import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

const healthQuery = queryOptions({
  queryKey: ["site", "health"],
  queryFn: ({ signal }) => unwrap(api.GET("/healthz", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useSiteHealth() {
  return useQuery(healthQuery);
}
