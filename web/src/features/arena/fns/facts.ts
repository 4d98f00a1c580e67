import { formatCost, formatCount, formatDuration } from "@/lib/format";
import type { Details } from "../api/battle";
import { arenaStrings } from "./strings";

/**
 * Speed, length and price in a few words, most important first; unknown values are left out. Length and price are
 * totals of all answers. Speed is known only for the last answer, so it is left out if there are several.
 */
export function factsOf(details: Details, answers: number): string[] {
  const words = arenaStrings.facts;
  const isOne = answers <= 1;
  const sums: Fact[] = [
    isNumber(details.output_tokens) && words.tokens(formatCount(details.output_tokens)),
    isNumber(details.cost_usd) && formatCost(details.cost_usd),
  ];
  const hasSums = sums.some(Boolean);
  const facts: Fact[] = [
    details.finish === "length" && (isOne ? words.cut : words.lastCut),
    details.finish === "stopped" && words.stopped,
    isOne && isNumber(details.latency_ms) && formatDuration(details.latency_ms),
    !isOne && hasSums && words.inAll(answers),
    ...sums,
    isOne &&
      isNumber(details.first_token_ms) &&
      words.firstWord(formatDuration(details.first_token_ms)),
  ];
  return facts.filter((fact): fact is string => typeof fact === "string");
}

type Fact = string | false;

const isNumber = (value: number | null | undefined): value is number => typeof value === "number";
