import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { describeFailure } from "@/lib/problem";
import { under } from "@/lib/query-client";
import { useStore } from "@/lib/store";
import { useLive } from "@/lib/use-live";
import type { Battle, ImageRef } from "../api/battle";
import { battleQuery, refetchBattle, useBattle } from "../api/get-battle";
import type { PromptRequest } from "../api/open-turn";
import { stopBattle } from "../api/stop-battle";
import { type BattleRun, retainRun, runOf } from "../fns/battle-run";
import { isBusy } from "../fns/battle-state";
import { lastAttempt } from "../fns/conversation";

const isRunning = (battle: Battle): boolean => battle.answering || battle.status === "generating";

/** Whether the response is older than the end of the turn, which is already known here. */
const isLate = (run: BattleRun, battle: Battle): boolean =>
  isRunning(battle) && run.hasEnded(lastAttempt(battle));

/** Combines the stored battle with its stream, whenever either changes. */
export function useBattleRun(battleId: string) {
  const cache = useQueryClient();
  const run = runOf(battleId);
  const stored = useBattle(battleId, (battle) => isLate(run, battle));
  const state = useStore(run.state);
  const [stopping, setStopping] = useState(false);

  const refresh = () => refetchBattle(cache, battleId);
  useLive(`battle:${battleId}`, refresh);
  useEffect(() => retainRun(battleId), [battleId]);

  const meet = useEffectEvent((battle: Battle) => {
    if (isLate(run, battle)) return;
    run.dispatch({
      type: "loaded",
      status: battle.status,
      voidMessage: battle.void_message,
    });
    if (!isRunning(battle) || isBusy(run.state.get())) return;
    const question = battle.messages.findLast((message) => message.role === "user");
    run.attach(
      battleId,
      { ...lastAttempt(battle), prompt: question?.text ?? "", images: question?.images ?? [] },
      { onEnd: refresh },
    );
  });
  useEffect(() => {
    if (stored.data) meet(stored.data);
  }, [stored.data]);

  const send = (sending: PromptRequest, images: readonly ImageRef[], onAccepted: () => void) =>
    run.send(sending, images, {
      onStart: onAccepted,
      onEnd: () => {
        refresh();
        cache.invalidateQueries(under("/api/sessions"));
      },
    });

  const stop = async () => {
    setStopping(true);
    try {
      const battle = await stopBattle(battleId);
      run.leave();
      run.dispatch({ type: "void", message: battle.void_message ?? "", status: battle.status });
      cache.setQueryData(battleQuery(battleId).queryKey, battle);
    } catch (error) {
      toast(describeFailure(error));
    }
    setStopping(false);
  };

  return { stored, run, state, send, stop, stopping };
}
