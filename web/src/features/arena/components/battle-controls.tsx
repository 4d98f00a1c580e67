import { type RefObject, useState } from "react";
import type { Problem } from "@/lib/problem";
import type { Arena, Battle, VoteIn, VoteValue } from "../api/battle";
import { type BattleState, isBusy } from "../fns/battle-state";
import { idsIn, whyNoImages, whyNoMoreImages } from "../fns/images-refused";
import type { PickableModel } from "../fns/pickable-model";
import { arenaStrings } from "../fns/strings";
import type { useBattleRun } from "../hooks/use-battle-run";
import type { Composer } from "../hooks/use-composer";
import { BattleChips } from "./battle-chips";
import { BattleTopics } from "./battle-topics";
import { ProblemNotice } from "./problem-notice";
import { PromptBox } from "./prompt-box";
import { ShareDialog } from "./share-dialog";
import { VoidNotice } from "./void-notice";
import { VoteBar } from "./vote-bar";

const words = arenaStrings.box;

interface BattleControlsProps {
  battle: Battle;
  running: ReturnType<typeof useBattleRun>;
  composer: Composer;
  models: readonly PickableModel[];
  arena: Arena | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  problem: Problem | undefined;
  /** Retries what failed. */
  onRepeat: () => void;
  onExcuse: () => void;
  voting: VoteValue | undefined;
  onVote: (vote: VoteIn) => void;
  onFollowUp: () => void;
  onNewBattle: () => void;
  /** Asks other models the same question. */
  onOthers: () => void;
  onOtherModel: (modelId: string) => void;
  onReplay: () => void;
  onRegenerate: () => void;
}

/** Everything below the cards: the vote, the actions after it, and the prompt box. */
export function BattleControls(props: BattleControlsProps) {
  const { battle, running, composer, models, arena, field } = props;
  const { state } = running;
  const [continuing, setContinuing] = useState(false);
  const [explaining, setExplaining] = useState(false);
  const [sharing, setSharing] = useState(false);
  const next = nextStep(battle, state, continuing);
  const noImages = next.isNew
    ? whyNoImages(battle.mode, idsIn(battle.details), models, arena)
    : whyNoMoreImages(battle, models, arena);

  return (
    <div className="flex shrink-0 flex-col gap-2.5 md:gap-3">
      <Notices battle={battle} state={state} />
      {props.problem && (
        <ProblemNotice problem={props.problem} onRetry={props.onRepeat} onClose={props.onExcuse} />
      )}
      <FailedTurn
        battle={battle}
        state={state}
        models={models}
        onOthers={props.onOthers}
        onOtherModel={props.onOtherModel}
        onRegenerate={props.onRegenerate}
      />
      {next.canVote && (
        <VoteBar
          onVote={props.onVote}
          pending={props.voting}
          explaining={explaining}
          labels={arena?.vote_labels}
        />
      )}
      {battle.vote && !next.busy && <BattleTopics battle={battle} />}
      {next.hasBox && (
        <PromptBox
          compact
          composer={composer}
          field={field}
          placeholder={next.placeholder}
          sendLabel={next.isNew ? arenaStrings.after.newBattle : words.send}
          sendsEmpty={next.isNew}
          closed={next.isFull}
          noImages={noImages}
          onSend={next.isNew ? props.onNewBattle : props.onFollowUp}
          onStop={next.busy ? running.stop : undefined}
          stopping={running.stopping}
          tools={
            !next.busy && (
              <BattleChips
                battle={battle}
                canVote={next.canVote}
                explaining={explaining}
                onExplain={() => setExplaining(!explaining)}
                continuing={continuing}
                onContinue={() => {
                  setContinuing(!continuing);
                  field.current?.focus();
                }}
                onRegenerate={props.onRegenerate}
                onShare={() => setSharing(true)}
                onReplay={props.onReplay}
              />
            )
          }
        />
      )}
      <ShareDialog battle={battle} open={sharing} onOpenChange={setSharing} />
    </div>
  );
}

interface Next {
  busy: boolean;
  canVote: boolean;
  hasBox: boolean;
  /** The next question starts a new battle. */
  isNew: boolean;
  /** The battle has reached its maximum number of turns. */
  isFull: boolean;
  placeholder: string;
}

function nextStep(battle: Battle, state: BattleState, continuing: boolean): Next {
  const busy = isBusy(state);
  const voted = state.phase === "voted";
  const isDirect = battle.mode === "direct";
  const isOver = battle.status === "expired";
  const isNew = isOver || (voted && !continuing && !isDirect);
  // Both sides have answered. For two named models only the server knows whether one failed.
  const isComplete = battle.mode === "battle" && state.turn !== undefined && !state.voidMessage;
  const isFull = !busy && !isNew && battle.message_count >= battle.max_messages;
  return {
    busy,
    canVote: state.phase === "open" && !isDirect && !isOver && (isComplete || battle.can_vote),
    hasBox: state.phase !== "void",
    isNew,
    isFull,
    placeholder: placeholderFor({ isNew, isFull, isDirect, voted, isOver }),
  };
}

type Facts = Record<"isNew" | "isFull" | "isDirect" | "voted" | "isOver", boolean>;

function placeholderFor(facts: Facts): string {
  if (facts.isOver) return words.afterExpiry;
  if (facts.isFull) return words.turnsUsed;
  if (facts.isNew) return words.afterVote;
  if (facts.isDirect) return words.followUpOne;
  return facts.voted ? words.afterVoteContinue : words.followUp;
}

function Notices({ battle, state }: { battle: Battle; state: BattleState }) {
  const words = [
    state.dropped && arenaStrings.cards.reconnecting,
    battle.status === "expired" &&
      (battle.mode === "direct" ? arenaStrings.battle.expired : arenaStrings.votes.expired),
  ].filter((sentence) => typeof sentence === "string");
  return (
    <div role="status" className="text-center text-[13px] text-dim empty:hidden">
      {words.map((sentence) => (
        <p key={String(sentence)}>{sentence}</p>
      ))}
    </div>
  );
}

type FailedTurnProps = Pick<
  BattleControlsProps,
  "battle" | "models" | "onOthers" | "onOtherModel" | "onRegenerate"
> & { state: BattleState };

/** If the first turn failed, other models are asked, or a new chat is started. A later turn is retried in place. */
function FailedTurn(props: FailedTurnProps) {
  const { phase, voidMessage } = props.state;
  const { mode, failures, details } = props.battle;
  const isVoid = phase === "void";
  if (!isVoid && (!voidMessage || isBusy(props.state))) return null;
  // The card of the side that failed says why, and has the button.
  if (!isVoid && mode === "side_by_side" && failures) return null;
  return (
    <VoidNotice
      message={voidMessage}
      withOthers={isVoid && mode === "battle"}
      onRetry={isVoid ? props.onOthers : props.onRegenerate}
      models={
        mode === "direct"
          ? props.models.filter((model) => model.model_id !== details?.left.model_id)
          : []
      }
      onModel={props.onOtherModel}
    />
  );
}
