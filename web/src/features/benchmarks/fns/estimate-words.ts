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

/** The estimate in two short lines: cost and time, then the number of calls and warnings. */
export function shortWords({ cost_usd, seconds, calls, warnings }: Estimate): [string, string] {
  const cost = cost_usd === null ? words.costUnknown : words.costs(costWords(cost_usd));
  const time = seconds === null ? words.timeUnknown : timeWords(seconds);
  const mind = warnings.length > 0 ? [words.mind(formatCount(warnings.length))] : [];
  return [`${cost}, ${time}`, [words.manyCalls(formatCount(calls)), ...mind].join(" · ")];
}
