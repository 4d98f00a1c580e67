import { formatCost, formatCount, formatDuration } from "@/lib/format";
import type { Details } from "../api/battle";
import { arenaStrings } from "./strings";

/** Speed, length and price in a few words; what is not known is left out. */
export function factsOf(details: Details): string[] {
  const words = arenaStrings.facts;
  const facts: (string | undefined | null | false)[] = [
    isNumber(details.latency_ms) && formatDuration(details.latency_ms),
    isNumber(details.output_tokens) && words.tokens(formatCount(details.output_tokens)),
    isNumber(details.cost_usd) && formatCost(details.cost_usd),
    isNumber(details.first_token_ms) && words.firstWord(formatDuration(details.first_token_ms)),
    details.finish === "length" && words.cut,
  ];
  return facts.filter((fact): fact is string => typeof fact === "string");
}

const isNumber = (value: number | null | undefined): value is number => typeof value === "number";
