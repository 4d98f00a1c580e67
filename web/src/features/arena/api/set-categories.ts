import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import type { CategoriesIn } from "./battle";
import { battleQuery } from "./get-battle";

export function useSetCategories(battleId: string) {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (wanted: CategoriesIn) =>
      unwrap(
        api.PUT("/api/battles/{battle_id}/categories", {
          params: { path: { battle_id: battleId } },
          body: wanted,
        }),
      ),
    onSuccess: ({ categories, language }) =>
      cache.setQueryData(battleQuery(battleId).queryKey, (battle) =>
        battle ? { ...battle, categories, language } : battle,
      ),
  });
}
