import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";
import type { Battle } from "./battle";

export function battleQuery(battleId: string) {
  return queryOptions<Battle>({
    queryKey: ["battles", battleId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/battles/{battle_id}", { params: { path: { battle_id: battleId } }, signal }),
      ),
  });
}

export function useBattle(battleId: string) {
  return useQuery(battleQuery(battleId));
}
