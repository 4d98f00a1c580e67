import type { Correlation } from "../api/results";
import { boardStrings } from "./board-strings";

const words = boardStrings.correlation;

const signed = (value: number) => value.toFixed(2).replace("-", "−");

function strengthOf(value: number): string {
  if (value >= 0.7) return words.strengths.strong;
  if (value >= 0.3) return words.strengths.some;
  return value > -0.3 ? words.strengths.none : words.strengths.against;
}

/** Whether benchmark and arena agree, in words, with the uncertainty. */
export function correlationWords({ n, pearson, spearman, low, high }: Correlation): string {
  const models = String(n);
  if (pearson === null) return words.unknown(models);
  const known = low !== null && high !== null;
  const interval = known ? words.interval(signed(low), signed(high)) : "";
  return [
    words.words(strengthOf(pearson), signed(pearson), interval, models),
    spearman === null ? "" : words.ranks(signed(spearman)),
    known ? low < 0 && high > 0 && words.unsure : words.few,
  ]
    .filter(Boolean)
    .join(" ");
}
