import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";
import type { Battle, CategoriesIn } from "./battle";
import { battleQuery } from "./get-battle";

export function useSetCategories(battleId: string) {
  const cache = useQueryClient();
  return useCall(
    (body: CategoriesIn) =>
      api.PUT("/api/battles/{battle_id}/categories", {
        params: { path: { battle_id: battleId } },
        body,
      }),
    {
      onSuccess: ({ categories, language }) =>
        cache.setQueryData<Battle>(battleQuery(battleId).queryKey, (battle) =>
          battle ? { ...battle, categories, language } : battle,
        ),
    },
  );
}
