import type { Replay } from "../api/battle";
import type { Turn } from "./conversation";

const BETWEEN_TURNS_MS = 600;

type ReplayTurn = Replay["turns"][number];

const lengthOf = (turn: ReplayTurn): number => turn.ticks.at(-1)?.[0] ?? 0;

export function replayLength(turns: readonly ReplayTurn[]): number {
  const pauses = Math.max(0, turns.length - 1) * BETWEEN_TURNS_MS;
  return turns.reduce((total, turn) => total + lengthOf(turn), pauses);
}

/** What the page showed at a moment of the battle. */
export function replayFrame(turns: readonly ReplayTurn[], moment: number): Turn[] {
  const shown: Turn[] = [];
  let begin = 0;
  for (const [index, turn] of turns.entries()) {
    if (index > 0 && moment < begin) break;
    const [left, right] = charsAt(turn, moment - begin);
    shown.push({
      key: `${index + 1}`,
      prompt: turn.prompt,
      images: [],
      answers: { left: head(turn.left, left), right: head(turn.right, right) },
    });
    begin += lengthOf(turn) + BETWEEN_TURNS_MS;
  }
  return shown;
}

function charsAt(turn: ReplayTurn, moment: number): [number, number] {
  if (moment >= lengthOf(turn)) return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let low = 0;
  let high = turn.ticks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turn.ticks[middle]?.[0] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  const tick = turn.ticks[low - 1];
  return [tick?.[1] ?? 0, tick?.[2] ?? 0];
}

/** The first code points of a text. The server counts code points, not UTF-16 units. */
function head(text: string, count: number): string {
  if (count >= text.length) return text;
  if (!/[\ud800-\udbff]/.test(text)) return text.slice(0, count);
  let end = 0;
  for (let seen = 0; seen < count && end < text.length; seen += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
