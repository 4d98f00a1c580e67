import { useQueryClient } from "@tanstack/react-query";
import { $api } from "@/lib/api-client";
import type { ModelList } from "./model";

/** Shows the data of the list at once and refreshes it. */
export function useModel(modelId: string) {
  const cache = useQueryClient();
  const init = { params: { path: { model_id: modelId } } };
  return $api.useQuery("get", "/api/models/{model_id}", init, {
    placeholderData: () =>
      cache
        .getQueryData<ModelList>($api.queryOptions("get", "/api/models").queryKey)
        ?.models.find((model) => model.model_id === modelId),
  });
}
