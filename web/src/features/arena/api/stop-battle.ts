import { api, unwrap } from "@/lib/api-client";
import type { Battle } from "./battle";

export function stopBattle(battleId: string): Promise<Battle> {
  return unwrap<Battle>(
    api.POST("/api/battles/{battle_id}/stop", { params: { path: { battle_id: battleId } } }),
  );
}
