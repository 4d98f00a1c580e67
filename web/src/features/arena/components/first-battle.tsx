import { useRef } from "react";
import { $api } from "@/lib/api-client";
import { isBusy } from "../fns/battle-state";
import { arenaStrings } from "../fns/strings";
import type { TurnPlace } from "../fns/turn-stream";
import { defaultLimits, useComposer } from "../hooks/use-composer";
import { useLauncher } from "../hooks/use-launcher";
import { PendingBattle } from "./pending-battle";
import { ProblemNotice } from "./problem-notice";
import { PromptBox } from "./prompt-box";
import { SuggestedPrompts } from "./suggested-prompts";

const words = arenaStrings.start;

/** A prompt box with suggestions that starts a blind battle. */
export function FirstBattle({ onStarted }: { onStarted: (place: TurnPlace) => void }) {
  const { data: arena, isError } = $api.useQuery("get", "/api/arena");
  const composer = useComposer("new", arena?.limits ?? defaultLimits);
  const { run, state, launch } = useLauncher(onStarted);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = () => {
    const packed = composer.pack({ kind: "session", mode: "battle", models: [] });
    launch(packed.sending, packed.images, packed.onAccepted);
  };
  if (isBusy(state)) return <PendingBattle mode="battle" state={state} />;
  return (
    <div className="flex flex-col gap-4">
      {state.problem && (
        <ProblemNotice
          problem={state.problem}
          onRetry={send}
          onClose={() => run.dispatch({ type: "excused" })}
        />
      )}
      <PromptBox
        composer={composer}
        placeholder={words.placeholder}
        sendLabel={words.battle.send}
        onSend={send}
        focus
        field={field}
        tools={
          arena && (
            <span className="text-[13px] text-faint">{words.waiting(arena.models_waiting)}</span>
          )
        }
      />
      <SuggestedPrompts
        prompts={arena?.suggested_prompts}
        failed={isError}
        onChoose={(prompt) => {
          composer.type(prompt);
          field.current?.focus();
        }}
      />
    </div>
  );
}
