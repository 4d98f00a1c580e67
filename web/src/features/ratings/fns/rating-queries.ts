import type { QueryFilters } from "@tanstack/react-query";
import { readOf } from "@/lib/query-client";

/** What these show depends on one board: the one in the query, else the overall one. */
const OF_A_BOARD = new Set([
  "/api/leaderboard",
  "/api/leaderboard/history",
  "/api/leaderboard/matrix",
  "/api/models/{model_id}/ratings",
  "/api/models/{a}/versus/{b}",
]);
const ALL = ["/api/leaderboard", "/api/vote-sets", "/api/models/{model_id}/", "/api/models/{a}/"];

/** Selects the queries that show ratings, of one board or of all. */
export function ratingQueries(board: string): QueryFilters {
  return {
    predicate: (found) => {
      const { path, query } = readOf(found) ?? { path: "", query: {} };
      if (board === "all") return ALL.some((prefix) => path.startsWith(prefix));
      return OF_A_BOARD.has(path) && (query.board ?? "overall") === board;
    },
  };
}
