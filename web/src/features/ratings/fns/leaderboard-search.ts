import { oneOf, textOf } from "@/lib/search-params";

export const SORTS = [
  "rank",
  "model_name",
  "elo_score",
  "vote_count",
  "win_rate",
  "both_bad_rate",
  "online_elo",
  "organization",
  "license",
  "price",
] as const;
export const PLOTS = ["ratings", "wins", "battles", "price", "history"] as const;
export const RANGES = { day: 1, week: 7, month: 30, year: 365 } as const;

export type Sort = (typeof SORTS)[number];
export type Order = "asc" | "desc";
export type Plot = (typeof PLOTS)[number];
export type Range = keyof typeof RANGES;

/** Search parameters of the leaderboard; missing ones have their default. */
export interface LeaderboardSearch {
  board?: string;
  /** The version with length and formatting held equal. */
  style?: true;
  q?: string;
  org?: string;
  license?: string;
  /** The minimum number of votes of listed models. */
  min?: number;
  sort?: Sort;
  order?: Order;
  /** Column names separated by commas. */
  columns?: string;
  plot?: Plot;
  /** Shows the numbers of the plot as a table. */
  table?: true;
  range?: Range;
  /** The history of the online Elo instead of the ratings. */
  elo?: true;
}

const count = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;

const yes = (value: unknown): true | undefined => (value === true ? true : undefined);

/** Keeps empty text: no columns at all is a valid choice. */
function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as never;
}

/** Ignores invalid values, because addresses can be typed by hand. */
export function parseLeaderboardSearch(search: Record<string, unknown>): LeaderboardSearch {
  const { board, style } = plainBoard(textOf(search.board) ?? "overall");
  return defined({
    board: board === "overall" ? undefined : board,
    style: style ? true : yes(search.style),
    q: textOf(search.q),
    org: textOf(search.org),
    license: textOf(search.license),
    min: count(search.min),
    columns: search.columns === "" ? "" : textOf(search.columns),
    plot: oneOf(PLOTS, search.plot),
    table: yes(search.table),
    range: oneOf(Object.keys(RANGES) as Range[], search.range),
    elo: yes(search.elo),
    ...parseSorting(search),
  });
}

export function parseSorting(search: Record<string, unknown>): { sort?: Sort; order?: Order } {
  return defined({
    sort: oneOf(SORTS, search.sort),
    order: oneOf(["asc", "desc"], search.order),
  });
}

const STYLED = "style_control";

/** A style-controlled leaderboard is shown as the plain one with a switch. */
function plainBoard(board: string): { board: string; style: boolean } {
  if (board === STYLED) return { board: "overall", style: true };
  return board.startsWith(`${STYLED}:`)
    ? { board: `category:${board.slice(STYLED.length + 1)}`, style: true }
    : { board, style: false };
}

/** The style-controlled version, for kinds of leaderboards that can have one. */
export function styledBoard(board: string): string | undefined {
  if (board === "overall") return STYLED;
  return board.startsWith("category:") ? `${STYLED}:${board.slice("category:".length)}` : undefined;
}

/** The leaderboard to request. */
export function boardOf({ board = "overall", style }: LeaderboardSearch): string {
  return (style && styledBoard(board)) || board;
}

/** Removes undefined values to keep addresses short. */
export function withSearch(
  search: LeaderboardSearch,
  changes: { [K in keyof LeaderboardSearch]?: LeaderboardSearch[K] | undefined },
): LeaderboardSearch {
  return defined({ ...search, ...changes });
}

const FILTERS = ["q", "org", "license", "min"] as const;

export const isFiltered = (search: LeaderboardSearch): boolean =>
  FILTERS.some((name) => search[name] !== undefined);

export const withoutFilters = (search: LeaderboardSearch): LeaderboardSearch =>
  withSearch(search, Object.fromEntries(FILTERS.map((name) => [name, undefined])));
