import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import type { Replay } from "./battle";

export function useReplay(battleId: string) {
  return useQuery<Replay>({
    queryKey: ["battles", battleId, "replay"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/battles/{battle_id}/replay", {
          params: { path: { battle_id: battleId } },
          signal,
        }),
      ),
  });
}
