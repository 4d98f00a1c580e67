import type { Battle, ImageRef, SharedBattle, Side } from "../api/battle";
import type { Attempt, BattleState } from "./battle-state";

/** One question and what both sides made of it. A side without text has not answered (yet). */
export interface Turn {
  key: string;
  prompt: string;
  images: readonly ImageRef[];
  answers: Partial<Record<Side, string>>;
}

type Messages = (Battle | SharedBattle)["messages"];
const known = new WeakMap<Messages, readonly Turn[]>();

/** The same turns for the same messages, so that what is there already is not drawn again with each word of the next. */
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

/** The last question, and the answer to it that the server has. */
export function lastAttempt({ messages }: Battle): Attempt {
  const question = messages.findLast((message) => message.role === "user");
  const answer = messages.findLast(
    (message) => message.role === "assistant" && message.turn === question?.turn,
  );
  return { messageId: question?.message_id, answerId: answer?.message_id };
}

/** What the server has stored, with the turn under way laid over it. */
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

/** What the turn under way does not replace: answers that are stored by now, or those of the side that did not fail. */
function keptAnswers(battle: Battle | undefined, last: Turn, again: boolean): Turn["answers"] {
  const sides = Object.keys(last.answers).length;
  if (!again) return last.answers;
  return battle?.mode === "side_by_side" && sides === 1 ? last.answers : {};
}
