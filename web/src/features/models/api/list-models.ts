import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

export const listModelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/models", { signal })),
});

export function useModels() {
  return useQuery(listModelsQuery);
}
