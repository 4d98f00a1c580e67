import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import type { Battle } from "./battle";

const ASK_AGAIN_MS = 400;

export function battleQuery(battleId: string) {
  return queryOptions<Battle>({
    queryKey: ["battles", battleId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/battles/{battle_id}", { params: { path: { battle_id: battleId } }, signal }),
      ),
  });
}

/** Refetches while the stored battle is out of date. */
export function useBattle(battleId: string, isLate: (battle: Battle) => boolean = () => false) {
  return useQuery({
    ...battleQuery(battleId),
    refetchInterval: ({ state }) => state.data !== undefined && isLate(state.data) && ASK_AGAIN_MS,
  });
}
