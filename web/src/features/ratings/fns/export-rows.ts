import { toCsv } from "@/lib/csv";
import type { Metadata, Row } from "../api/ratings";
import type { Column } from "./columns";

type Value = string | number | boolean | null;

const always = (row: Row): Record<string, Value> => ({
  rank: row.rank,
  rank_low: row.rank_low,
  rank_high: row.rank_high,
  model_id: row.model_id,
  model_name: row.model_name,
  elo_score: row.elo_score,
});

const chosen: Record<Column, (row: Row) => Record<string, Value>> = {
  interval: (row) => ({ ci_low: row.ci_low, ci_high: row.ci_high, preliminary: row.preliminary }),
  vote_count: (row) => ({ vote_count: row.vote_count }),
  win_rate: (row) => ({ win_rate: row.win_rate }),
  both_bad_rate: (row) => ({ both_bad_rate: row.both_bad_rate }),
  organization: (row) => ({ organization: row.organization }),
  license: (row) => ({ license: row.license }),
  price: (row) => ({
    input_per_million: row.price?.input_per_million ?? null,
    output_per_million: row.price?.output_per_million ?? null,
    currency: row.price?.currency ?? null,
  }),
  online_elo: (row) => ({ online_elo: row.online_elo }),
};

/** The shown columns under their API names. */
function recordsOf(rows: readonly Row[], columns: readonly Column[]) {
  return rows.map((row) =>
    Object.assign(always(row), ...columns.map((column) => chosen[column](row))),
  ) as Record<string, Value>[];
}

export function rowsAsCsv(rows: readonly Row[], columns: readonly Column[]): string {
  const records = recordsOf(rows, columns);
  const header = Object.keys(records[0] ?? {});
  return toCsv(
    header,
    records.map((record) => header.map((name) => record[name] ?? null)),
  );
}

export function rowsAsJson(
  rows: readonly Row[],
  columns: readonly Column[],
  { board, total_votes, last_updated }: Metadata,
): string {
  return JSON.stringify(
    { leaderboard: recordsOf(rows, columns), metadata: { board, total_votes, last_updated } },
    null,
    2,
  );
}

/** "leaderboard-category-coding" */
export const fileNameOf = (board: string): string =>
  `leaderboard-${board.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}`;
