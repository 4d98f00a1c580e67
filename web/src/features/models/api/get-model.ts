import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import { listModelsQuery } from "./list-models";
import type { Model } from "./model";

/** Shows the data of the list at once and refreshes it. */
export function useModel(modelId: string) {
  const cache = useQueryClient();
  return useQuery<Model>({
    queryKey: ["models", modelId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/models/{model_id}", { params: { path: { model_id: modelId } }, signal }),
      ),
    placeholderData: () =>
      cache
        .getQueryData(listModelsQuery.queryKey)
        ?.models.find((model) => model.model_id === modelId),
  });
}
