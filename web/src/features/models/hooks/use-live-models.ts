import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

/** Reloads models when the server announces a change. */
export function useLiveModels(): void {
  const cache = useQueryClient();
  useLive("models", () => {
    cache.invalidateQueries({ queryKey: ["get", "/api/models"] });
    cache.invalidateQueries({ queryKey: ["get", "/api/models/{model_id}"] });
  });
}
