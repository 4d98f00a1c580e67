import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

const pathOf = (modelId: string) => ({ path: { model_id: modelId } });

export function useModelRatings(modelId: string) {
  return useQuery({
    queryKey: ["ratings", "overall", "model", modelId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/models/{model_id}/ratings", { params: pathOf(modelId), signal })),
  });
}

export function useModelUsage(modelId: string) {
  return useQuery({
    queryKey: ["ratings", "usage", modelId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/models/{model_id}/usage", { params: pathOf(modelId), signal })),
  });
}

export function useModelBattles(modelId: string) {
  return useQuery({
    queryKey: ["ratings", "battles", modelId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/models/{model_id}/battles", { params: pathOf(modelId), signal })),
  });
}
