import { formatCost, formatCount } from "@/lib/format";
import type { Estimate } from "../api/bench";
import { roughDuration } from "./duration";
import { newRunStrings } from "./new-run-strings";

const words = newRunStrings.estimate;

export function costWords(cost: number | null): string {
  if (cost === null) return words.unknown;
  return cost === 0 ? words.free : formatCost(cost);
}

export const timeWords = (seconds: number | null): string =>
  seconds === null ? words.unknown : words.about(roughDuration(seconds));

/** The most important in two short lines: what it takes, then how much it is and whether there is something to mind. */
export function shortWords({ cost_usd, seconds, calls, warnings }: Estimate): [string, string] {
  const cost = cost_usd === null ? words.costUnknown : words.costs(costWords(cost_usd));
  const time = seconds === null ? words.timeUnknown : timeWords(seconds);
  const mind = warnings.length > 0 ? [words.mind(formatCount(warnings.length))] : [];
  return [`${cost}, ${time}`, [words.manyCalls(formatCount(calls)), ...mind].join(" · ")];
}
