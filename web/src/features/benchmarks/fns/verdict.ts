import type { Difference } from "../api/results";
import { compareStrings } from "./compare-strings";
import { formatChange, formatPoints } from "./scores";

const words = compareStrings.verdicts;

const range = (low: number, high: number) => words.range(formatPoints(low), formatPoints(high));

/** The result of a comparison in a sentence without statistics. */
export function verdictWords(found: Difference, first: string, second: string): string {
  const { difference, low, high, detectable } = found;
  if (difference === null || found.verdict === "too few") return words.tooFew(first, second);
  const points = formatPoints(Math.abs(difference));
  const known = low !== null && high !== null;
  if (found.verdict === "better") {
    return words.better(second, first, points, known ? range(low, high) : "");
  }
  if (found.verdict === "worse") {
    return words.worse(second, first, points, known ? range(-high, -low) : "");
  }
  return detectable === null
    ? words.none(first, second)
    : words.noneOf(first, second, formatPoints(detectable));
}

/** "+3.2 (+1.1 to +5.3)" */
export function differenceWords({ difference, low, high }: Difference): string {
  if (difference === null) return "–";
  const around =
    low !== null && high !== null ? ` (${formatChange(low)} to ${formatChange(high)})` : "";
  return `${formatChange(difference)}${around}`;
}
