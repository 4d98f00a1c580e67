import type { Row } from "../api/ratings";
import type { LeaderboardSearch } from "./leaderboard-search";

/** What every plot of a board is given. */
export interface PlotProps {
  board: string;
  rows: readonly Row[];
  /** Only the models in the rows are wanted, not the best of the board. */
  filtered: boolean;
  search: LeaderboardSearch;
  onSearch: (search: LeaderboardSearch) => void;
  fileName: string;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}
