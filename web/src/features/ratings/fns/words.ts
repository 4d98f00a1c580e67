import { formatCount, formatMoney } from "@/lib/format";
import type { Estimate, Record as PairRecord, Row } from "../api/ratings";
import { ratingsStrings } from "./strings";

type Rated = Pick<Row, "elo_score" | "ci_low" | "ci_high">;

/** Ratings have no thousands separator. */
export const formatRating = (rating: number): string => String(Math.round(rating));

export function intervalWords({ elo_score, ci_low, ci_high }: Rated): string {
  return `+${Math.round(ci_high - elo_score)}/−${Math.round(elo_score - ci_low)}`;
}

/** "1–3", or undefined if only one rank is possible. */
export function rankRange({ rank_low, rank_high }: Pick<Row, "rank_low" | "rank_high">) {
  return rank_low === rank_high ? undefined : `${rank_low}–${rank_high}`;
}

/** Whole percent. Values between 0 and 1 are never rounded to 0% or 100%. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 1) return "<1%";
  if (percent < 100 && percent > 99) return ">99%";
  return `${Math.round(percent)}%`;
}

export const estimateWords = ({ value, low, high }: Estimate): string =>
  `${formatPercent(value)} (${Math.round(low * 100)}–${Math.round(high * 100)}%)`;

export const votesOf = ({ wins, losses, ties, both_bad }: PairRecord): number =>
  wins + losses + ties + both_bad;

export function formatPrice({ price }: Pick<Row, "price">): string | undefined {
  return price
    ? `${formatMoney(price.input_per_million, price.currency)} / ${formatMoney(price.output_per_million, price.currency)}`
    : undefined;
}

/** How many more votes are needed to separate two models. */
export function separationWords(votes: number | null): string {
  const words = ratingsStrings.versus.separation;
  if (votes === null) return words.never;
  if (votes === 0) return words.done;
  return votes === 1 ? words.one : words.more(formatCount(votes));
}

export function robustnessWords(votes: number | null): string | undefined {
  const words = ratingsStrings.notes.robustness;
  if (votes === null) return undefined;
  return votes === 1 ? words.one : words.many(formatCount(votes));
}
