import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";
import type { Battle } from "./battle";
import { battleQuery } from "./get-battle";

const PATH = "/api/battles/{battle_id}/share";

const pathOf = (battleId: string) => ({ params: { path: { battle_id: battleId } } });

function setPath(cache: QueryClient, battleId: string, share_path: string | null) {
  cache.setQueryData<Battle>(battleQuery(battleId).queryKey, (battle) =>
    battle ? { ...battle, share_path } : battle,
  );
}

export function useShareBattle(battleId: string) {
  const cache = useQueryClient();
  return useCall(() => api.POST(PATH, pathOf(battleId)), {
    onSuccess: ({ path }) => setPath(cache, battleId, path),
  });
}

export function useUnshareBattle(battleId: string) {
  const cache = useQueryClient();
  return useCall(() => api.DELETE(PATH, pathOf(battleId)), {
    onSuccess: () => setPath(cache, battleId, null),
  });
}
