import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { cancelAndRefetch, under } from "@/lib/query-client";
import { useStore } from "@/lib/store";
import type { ImageRef } from "../api/battle";
import { refetchBattle } from "../api/get-battle";
import type { PromptRequest } from "../api/open-turn";
import { BattleRun, registerRun } from "../fns/battle-run";
import type { TurnPlace } from "../fns/turn-stream";

/** Starts a battle that has no address yet, and reports its address once the server has assigned one. */
export function useLauncher(onStarted: (place: TurnPlace) => void) {
  const cache = useQueryClient();
  const [run] = useState(() => new BattleRun());
  const state = useStore(run.state);
  const shown = useRef(false);
  const started = useEffectEvent((place: TurnPlace) => {
    // Stay where the user went in the meantime; the sidebar lists the battle.
    if (shown.current) onStarted(place);
  });
  const startedRef = useRef<(place: TurnPlace) => void>(undefined);

  useEffect(() => {
    shown.current = true;
    startedRef.current = (place) => started(place);
    return () => {
      shown.current = false;
    };
  }, []);

  const launch = (
    sending: PromptRequest,
    images: readonly ImageRef[],
    onAccepted: (place: TurnPlace) => void,
  ) => {
    let battleId: string | undefined;
    return run.send(sending, images, {
      onStart: (place) => {
        if (battleId !== undefined) return;
        battleId = place.battleId;
        onAccepted(place);
        registerRun(place.battleId, run);
        cancelAndRefetch(cache, under("/api/sessions"));
        startedRef.current?.(place);
      },
      onEnd: () => {
        if (battleId === undefined) return;
        refetchBattle(cache, battleId);
      },
    });
  };
  return { run, state, launch };
}
