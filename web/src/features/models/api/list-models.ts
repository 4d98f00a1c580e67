import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

export const listModelsQuery = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => answerOf(api.GET("/api/models", { signal })),
});

export function useModels() {
  return useQuery(listModelsQuery);
}
