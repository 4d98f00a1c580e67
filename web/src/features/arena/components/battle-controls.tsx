import { type RefObject, useState } from "react";
import type { Problem } from "@/lib/problem";
import type { Battle, VoteIn, VoteValue } from "../api/battle";
import { type BattleState, isBusy } from "../fns/battle-state";
import { arenaStrings } from "../fns/strings";
import type { useBattleRun } from "../hooks/use-battle-run";
import type { Composer } from "../hooks/use-composer";
import { BattleChips } from "./battle-chips";
import { PromptBox } from "./prompt-box";
import { ShareDialog } from "./share-dialog";
import { TroubleNotice } from "./trouble-notice";
import { VoidNotice } from "./void-notice";
import { VoteBar } from "./vote-bar";

const words = arenaStrings.box;

interface BattleControlsProps {
  battle: Battle;
  running: ReturnType<typeof useBattleRun>;
  composer: Composer;
  field: RefObject<HTMLTextAreaElement | null>;
  launchProblem: Problem | undefined;
  onExcuse: () => void;
  voting: VoteValue | undefined;
  onVote: (vote: VoteIn) => void;
  onRetry: () => void;
  onNewBattle: () => void;
  onReplay: () => void;
  onRegenerate: () => void;
}

/** Everything below the cards: the vote, what comes after it, and the box for the next question. */
export function BattleControls(props: BattleControlsProps) {
  const { battle, running, composer, field } = props;
  const { state } = running;
  const [continuing, setContinuing] = useState(false);
  const [explaining, setExplaining] = useState(false);
  const [sharing, setSharing] = useState(false);
  const next = whatIsNext(battle, state, continuing);
  const problem = state.problem ?? props.launchProblem;

  const followUp = () => {
    const { sending, images } = composer.pack({ kind: "message", battleId: battle.battle_id });
    running.send(sending, images, composer.clear);
  };
  const send = next.isNew ? props.onNewBattle : followUp;

  return (
    <div className="flex shrink-0 flex-col gap-2.5 md:gap-3">
      <Notices battle={battle} state={state} />
      {problem && <TroubleNotice problem={problem} onRetry={send} onClose={props.onExcuse} />}
      {state.phase === "void" && (
        <VoidNotice mode={battle.mode} message={state.voidMessage} onRetry={props.onRetry} />
      )}
      {next.canVote && (
        <VoteBar onVote={props.onVote} pending={props.voting} explaining={explaining} />
      )}
      {next.hasBox && (
        <PromptBox
          compact
          composer={composer}
          field={field}
          placeholder={next.placeholder}
          sendLabel={next.isNew ? arenaStrings.after.newBattle : words.send}
          sendsEmpty={next.isNew}
          closed={next.isFull}
          onSend={send}
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
  /** The next question goes to two new models. */
  isNew: boolean;
  /** These models have answered as often as they may. */
  isFull: boolean;
  placeholder: string;
}

function whatIsNext(battle: Battle, state: BattleState, continuing: boolean): Next {
  const busy = isBusy(state);
  const voted = state.phase === "voted";
  const isDirect = battle.mode === "direct";
  const isNew = voted && !continuing && !isDirect;
  const isFull = !busy && !isNew && battle.message_count >= battle.max_messages;
  return {
    busy,
    canVote: state.phase === "open" && !isDirect && battle.status !== "expired",
    hasBox: state.phase !== "void",
    isNew,
    isFull,
    placeholder: placeholderFor({ isNew, isFull, isDirect, voted }),
  };
}

function placeholderFor(facts: Record<"isNew" | "isFull" | "isDirect" | "voted", boolean>): string {
  if (facts.isFull) return words.turnsUsed;
  if (facts.isNew) return words.afterVote;
  if (facts.isDirect) return words.followUpOne;
  return facts.voted ? words.afterVoteContinue : words.followUp;
}

function Notices({ battle, state }: { battle: Battle; state: BattleState }) {
  const words = [
    state.dropped && arenaStrings.cards.reconnecting,
    state.phase === "voted" && state.voidMessage && arenaStrings.void.later,
    battle.status === "expired" && arenaStrings.votes.expired,
  ].filter((sentence) => typeof sentence === "string" && sentence !== "");
  return (
    <div role="status" className="text-center text-[13px] text-dim empty:hidden">
      {words.map((sentence) => (
        <p key={String(sentence)}>{sentence}</p>
      ))}
    </div>
  );
}
