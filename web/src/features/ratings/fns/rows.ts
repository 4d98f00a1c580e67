import type { Row } from "../api/ratings";
import type { LeaderboardSearch, Order, Sort } from "./leaderboard-search";

/** The average price at equal input and output tokens. */
export function blendedPrice({ price }: Pick<Row, "price">): number | null {
  return price ? (price.input_per_million + price.output_per_million) / 2 : null;
}

const DESCENDING: readonly Sort[] = [
  "elo_score",
  "vote_count",
  "win_rate",
  "both_bad_rate",
  "online_elo",
];

/** Best first; names from A to Z. */
export const defaultOrder = (sort: Sort): Order => (DESCENDING.includes(sort) ? "desc" : "asc");

const sortValue = (row: Row, sort: Sort): string | number | null =>
  sort === "price" ? blendedPrice(row) : row[sort];

function compare(one: string | number, other: string | number): number {
  return typeof one === "string" || typeof other === "string"
    ? String(one).localeCompare(String(other), "en", { sensitivity: "base", numeric: true })
    : one - other;
}

/** Unknown values come last in either order; equal ones keep the order of the leaderboard. */
export function sortRows(
  rows: readonly Row[],
  sort: Sort = "rank",
  order: Order = defaultOrder(sort),
): Row[] {
  const sign = order === "asc" ? 1 : -1;
  const byBoard = [...rows].sort((a, b) => a.rank - b.rank || b.elo_score - a.elo_score);
  return byBoard.sort((a, b) => {
    const [one, other] = [sortValue(a, sort), sortValue(b, sort)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compare(one, other);
  });
}

export function filterRows(rows: readonly Row[], search: LeaderboardSearch): Row[] {
  const words = (search.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = `${row.model_name} ${row.model_id} ${row.organization ?? ""}`.toLowerCase();
    return (
      (!search.org || row.organization === search.org) &&
      (!search.license || row.license === search.license) &&
      words.every((word) => text.includes(word))
    );
  });
}

export interface Axis {
  low: number;
  high: number;
}

/** One axis for all intervals of a leaderboard, with some padding. */
export function axisOf(rows: readonly Pick<Row, "ci_low" | "ci_high">[]): Axis {
  const low = Math.min(...rows.map((row) => row.ci_low));
  const high = Math.max(...rows.map((row) => row.ci_high));
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { low: 900, high: 1100 };
  const padding = Math.max((high - low) * 0.04, 1);
  return { low: low - padding, high: high + padding };
}

/** Ids whose relative order changed. Added or removed rows alone move nothing. */
export function movedIds(before: readonly string[], after: readonly string[]): string[] {
  const stayed = before.filter((id) => after.includes(id));
  const now = after.filter((id) => before.includes(id));
  return now.filter((id, place) => stayed[place] !== id);
}
