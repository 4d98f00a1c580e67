import type { Battle, ImageRef, SharedBattle, Side } from "../api/battle";
import type { Attempt, BattleState } from "./battle-state";

/** One question and the answers of both sides. A side without text has not answered (yet). */
export interface Turn {
  key: string;
  prompt: string;
  images: readonly ImageRef[];
  answers: Partial<Record<Side, string>>;
}

type Messages = (Battle | SharedBattle)["messages"];
const known = new WeakMap<Messages, readonly Turn[]>();

/**
 * Returns the same objects for the same messages, so that finished turns are not rendered again while the next one
 * streams.
 */
export function turnsOf(messages: Messages): readonly Turn[] {
  const turns = known.get(messages) ?? collect(messages);
  known.set(messages, turns);
  return turns;
}

function collect(messages: Messages): Turn[] {
  const turns = new Map<number, Turn>();
  for (const message of messages) {
    const turn = turns.get(message.turn) ?? {
      key: `${message.turn}`,
      prompt: "",
      images: [],
      answers: {},
    };
    turns.set(message.turn, turn);
    if (message.role === "user") {
      turn.prompt = message.text;
      turn.images = message.images ?? [];
    } else {
      turn.answers[message.position ?? "left"] = message.text;
    }
  }
  return [...turns.values()];
}

/** The last question and its stored answer. */
export function lastAttempt({ messages }: Battle): Attempt {
  const question = messages.findLast((message) => message.role === "user");
  const answer = messages.findLast(
    (message) => message.role === "assistant" && message.turn === question?.turn,
  );
  return { messageId: question?.message_id, answerId: answer?.message_id };
}

/** The stored conversation with the running turn on top of it. */
export function conversationOf(battle: Battle | undefined, state: BattleState): readonly Turn[] {
  const stored = battle ? turnsOf(battle.messages) : [];
  const live = state.turn;
  if (!live) return stored;
  const last = stored.at(-1);
  const lastUser = battle?.messages.findLast((message) => message.role === "user");
  const sameQuestion =
    live.again || (live.messageId !== undefined && lastUser?.message_id === live.messageId);
  const earlier = sameQuestion ? stored.slice(0, -1) : stored;
  const stays = sameQuestion && last ? keptAnswers(battle, last, live.again) : {};
  return [
    ...earlier,
    {
      key: `${earlier.length + 1}`,
      prompt: live.prompt || (last?.prompt ?? ""),
      images: live.images,
      answers: { left: live.left, right: live.right, ...stays },
    },
  ];
}

/** Answers that the running turn does not replace: those already stored, or those of the side that did not fail. */
function keptAnswers(battle: Battle | undefined, last: Turn, again: boolean): Turn["answers"] {
  const sides = Object.keys(last.answers).length;
  if (!again) return last.answers;
  return battle?.mode === "side_by_side" && sides === 1 ? last.answers : {};
}
