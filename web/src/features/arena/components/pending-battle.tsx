import type { Mode } from "../api/battle";
import type { BattleState } from "../fns/battle-state";
import { conversationOf } from "../fns/conversation";
import { AnswerCards } from "./answer-cards";
import { BattleStage } from "./battle-stage";
import { Question } from "./question";

/** Reserves the place of the prompt box, so that the cards do not move when it appears. */
function PromptBoxPlaceholder() {
  return (
    <div
      aria-hidden="true"
      className="mx-auto h-[54px] w-full max-w-[900px] shrink-0 rounded-2xl border border-line bg-panel shadow-lift md:h-[92px]"
    />
  );
}

/** A battle that has been sent but has no address yet: the same cards, still empty. */
export function PendingBattle({ mode, state }: { mode: Mode; state: BattleState }) {
  const turns = conversationOf(undefined, state);
  return (
    <BattleStage>
      {turns.map((turn) => (
        <Question key={turn.key} turn={turn} />
      ))}
      <AnswerCards mode={mode} turns={turns} live details={null} />
      <PromptBoxPlaceholder />
    </BattleStage>
  );
}
