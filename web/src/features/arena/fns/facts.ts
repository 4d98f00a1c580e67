import { formatCount } from "@/lib/format";
import type { Details } from "../api/battle";
import { arenaStrings } from "./strings";

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** One answer costs a fraction of a cent, so two digits that say something are kept. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars >= 0.01) return `$${dollars.toFixed(2)}`;
  const places = Math.min(8, 1 - Math.floor(Math.log10(dollars)));
  return `$${dollars.toFixed(places).replace(/0+$/, "")}`;
}

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
