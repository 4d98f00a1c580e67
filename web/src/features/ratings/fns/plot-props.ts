import type { Row } from "../api/ratings";
import type { LeaderboardSearch } from "./leaderboard-search";

/** Props of all plots of a leaderboard. */
export interface PlotProps {
  board: string;
  rows: readonly Row[];
  /** Whether only the models in the rows are shown instead of the best ones. */
  filtered: boolean;
  search: LeaderboardSearch;
  onSearch: (search: LeaderboardSearch) => void;
  fileName: string;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}
