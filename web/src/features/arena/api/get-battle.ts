import { type QueryClient, useQuery } from "@tanstack/react-query";
import { $api } from "@/lib/api-client";
import type { Battle } from "./battle";

const ASK_AGAIN_MS = 400;

const initOf = (battleId: string) => ({ params: { path: { battle_id: battleId } } });

export const battleQuery = (battleId: string) =>
  $api.queryOptions("get", "/api/battles/{battle_id}", initOf(battleId));

export const replayQuery = (battleId: string) =>
  $api.queryOptions("get", "/api/battles/{battle_id}/replay", initOf(battleId));

export async function refetchBattle(cache: QueryClient, battleId: string): Promise<void> {
  await Promise.all(
    [battleQuery(battleId), replayQuery(battleId)].map(({ queryKey }) =>
      cache.invalidateQueries({ queryKey }),
    ),
  );
}

/** Refetches while the stored battle is out of date. */
export function useBattle(battleId: string, isLate: (battle: Battle) => boolean = () => false) {
  return useQuery({
    ...battleQuery(battleId),
    refetchInterval: ({ state }) => state.data !== undefined && isLate(state.data) && ASK_AGAIN_MS,
  });
}
