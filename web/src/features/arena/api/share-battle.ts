import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap, unwrapEmpty } from "@/lib/api-client";
import { battleQuery } from "./get-battle";

function useSharePath(battleId: string) {
  const cache = useQueryClient();
  return (share_path: string | null) =>
    cache.setQueryData(battleQuery(battleId).queryKey, (battle) =>
      battle ? { ...battle, share_path } : battle,
    );
}

export function useShareBattle(battleId: string) {
  const setPath = useSharePath(battleId);
  return useMutation({
    networkMode: "always",
    mutationFn: () =>
      unwrap(
        api.POST("/api/battles/{battle_id}/share", { params: { path: { battle_id: battleId } } }),
      ),
    onSuccess: ({ path }) => setPath(path),
  });
}

export function useUnshareBattle(battleId: string) {
  const setPath = useSharePath(battleId);
  return useMutation({
    networkMode: "always",
    mutationFn: () =>
      unwrapEmpty(
        api.DELETE("/api/battles/{battle_id}/share", {
          params: { path: { battle_id: battleId } },
        }),
      ),
    onSuccess: () => setPath(null),
  });
}
