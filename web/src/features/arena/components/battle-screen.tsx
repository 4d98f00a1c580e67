import { type ReactNode, useRef, useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { describeFailure } from "@/lib/problem";
import { randomKey } from "@/lib/random-key";
import type { Battle } from "../api/battle";
import { useCastVote } from "../api/cast-vote";
import { isBusy } from "../fns/battle-state";
import { conversationOf, lastAttempt } from "../fns/conversation";
import { idsIn } from "../fns/images-refused";
import { namedIn } from "../fns/modes";
import type { PickableModel } from "../fns/pickable-model";
import { arenaStrings } from "../fns/strings";
import type { TurnPlace } from "../fns/turn-stream";
import { ScrollStateProvider } from "../hooks/scroll-state";
import type { useBattleRun } from "../hooks/use-battle-run";
import { defaultLimits, useComposer } from "../hooks/use-composer";
import { useLauncher } from "../hooks/use-launcher";
import { AnswerCards } from "./answer-cards";
import { BattleAnnouncer } from "./battle-announcer";
import { BattleControls } from "./battle-controls";
import { BattleStage } from "./battle-stage";
import { PendingBattle } from "./pending-battle";
import { Question } from "./question";
import { ReplayPlayer } from "./replay-player";

interface BattleScreenProps {
  battle: Battle;
  running: ReturnType<typeof useBattleRun>;
  models: readonly PickableModel[];
  replaying: boolean;
  onReplay: (replaying: boolean) => void;
  onStarted: (place: TurnPlace) => void;
  onNewBattle: (sessionId: string) => void;
  siblings: ReactNode;
}

/** A battle in any state. */
export function BattleScreen(props: BattleScreenProps) {
  const { battle, running, replaying, onReplay } = props;
  const { state, run } = running;
  const arena = $api.useQuery("get", "/api/arena").data;
  const composer = useComposer(battle.battle_id, arena?.limits ?? defaultLimits);
  const launcher = useLauncher(props.onStarted);
  const field = useRef<HTMLTextAreaElement>(null);
  const [justRevealed, setJustRevealed] = useState(false);
  const voting = useCastVote(battle.battle_id, ({ wasAlready }) => {
    run.dispatch({ type: "voted" });
    setJustRevealed(true);
    if (wasAlready) toast({ title: arenaStrings.votes.already });
  });
  const turns = conversationOf(battle, state);

  if (isBusy(launcher.state)) {
    return (
      // A new battle starts at the top.
      <ScrollStateProvider value={undefined}>
        <PendingBattle mode={battle.mode} state={launcher.state} />
      </ScrollStateProvider>
    );
  }
  if (replaying) {
    return (
      // A replay starts at the top; afterwards the previous scroll position is restored.
      <ScrollStateProvider value={undefined}>
        <BattleStage>
          <ReplayPlayer battle={battle} onClose={() => onReplay(false)} />
        </BattleStage>
      </ScrollStateProvider>
    );
  }

  const [first] = turns;
  const last = turns.at(-1);
  const busy = isBusy(state);
  const hasAnswers = turns.some((turn) => turn.answers.left || turn.answers.right);
  const failures = busy ? undefined : battle.failures;
  const again = {
    kind: "battle" as const,
    sessionId: battle.session_id,
    mode: battle.mode,
    models: modelsOf(battle),
  };
  // Clears the error of the last attempt when a new one starts.
  const dismissProblem = () => {
    launcher.run.dispatch({ type: "excused" });
    run.dispatch({ type: "excused" });
  };
  const repeat = () => {
    const refused = state.problem ? run : launcher.run;
    dismissProblem();
    refused.repeat();
  };
  const followUp = () => {
    if (!composer.isReady) return;
    const packed = composer.pack({ kind: "message", battleId: battle.battle_id });
    dismissProblem();
    running.send(packed.sending, packed.images, packed.onAccepted);
  };
  const startNew = () => {
    if (!composer.isReady) return props.onNewBattle(battle.session_id);
    const packed = composer.pack(again);
    dismissProblem();
    launcher.launch(packed.sending, packed.images, packed.onAccepted);
  };
  const regenerate = () => {
    const { answerId } = lastAttempt(battle);
    dismissProblem();
    running.send(
      {
        target: { kind: "regenerate", battleId: battle.battle_id, answerId },
        prompt: last?.prompt ?? "",
        imageIds: [],
        key: randomKey(),
      },
      last?.images ?? [],
      () => undefined,
    );
  };
  const tryOthers = (models = again.models) => {
    if (!last) return;
    const imageIds = last.images.map((image) => image.image_id);
    dismissProblem();
    launcher.launch(
      { target: { ...again, models }, prompt: last.prompt, imageIds, key: randomKey() },
      last.images,
      (place) => composer.carry(place.battleId),
    );
  };

  return (
    <BattleStage>
      <BattleAnnouncer
        phase={state.phase}
        failed={Boolean(state.voidMessage)}
        mode={battle.mode}
        details={battle.details}
      />
      {props.siblings}
      {first && <Question turn={first} />}
      {(hasAnswers || busy || failures) && (
        <AnswerCards
          mode={battle.mode}
          turns={turns}
          live={busy}
          details={battle.details}
          vote={battle.vote?.vote}
          justRevealed={justRevealed}
          showFacts={!busy}
          failures={failures}
          onRetrySide={canRetrySide(battle) ? regenerate : undefined}
        />
      )}
      <BattleControls
        battle={battle}
        running={running}
        composer={composer}
        models={props.models}
        arena={arena}
        field={field}
        problem={state.problem ?? launcher.state.problem}
        onRepeat={repeat}
        onExcuse={dismissProblem}
        voting={voting.isPending ? voting.variables.vote : undefined}
        onVote={(vote) =>
          voting.mutate(
            { ...vote, key: randomKey() },
            {
              onError: (error) => {
                const { title, detail, requestId } = describeFailure(error);
                toast({
                  title: arenaStrings.votes.failed,
                  detail: `${title} ${detail ?? ""}`,
                  requestId,
                });
              },
            },
          )
        }
        onFollowUp={followUp}
        onNewBattle={startNew}
        onOthers={() => tryOthers()}
        onOtherModel={(modelId) => tryOthers([modelId])}
        onReplay={() => onReplay(true)}
        onRegenerate={regenerate}
      />
    </BattleStage>
  );
}

/** Named models are used again; for blind battles new ones are drawn. */
function modelsOf({ mode, details }: Pick<Battle, "mode" | "details">): string[] {
  return namedIn(mode) === 0 ? [] : idsIn(details);
}

/** In a void battle, both sides are asked again in a new one. */
const canRetrySide = ({ mode, status }: Battle): boolean =>
  mode === "side_by_side" && status !== "void";
