import { keepPreviousData } from "@tanstack/react-query";
import { $api } from "@/lib/api-client";
import { present } from "@/lib/search-params";

const previous = { placeholderData: keepPreviousData };

/** One whole leaderboard. Searching, sorting and filtering happen on the page, so that they are instant. */
export function useLeaderboard(board: string, minVotes: number | undefined) {
  const query = { board, ...present({ min_votes: minVotes }) };
  return $api.useQuery("get", "/api/leaderboard", { params: { query } }, previous);
}

const MOST_IN_MATRIX = 50;

/** Without models, the twenty best. */
export function useMatrix(board: string, models: readonly string[]) {
  const query = { board, models: models.slice(0, MOST_IN_MATRIX) };
  return $api.useQuery("get", "/api/leaderboard/matrix", { params: { query } }, previous);
}

interface HistoryQuery {
  board: string;
  /** If empty, the ten best models. */
  models: readonly string[];
  /** How many days back; undefined means all. */
  days: number | undefined;
}

const MOST_IN_HISTORY = 20;
const HOUR = 3_600_000;

/** The start is a full hour, so that the same query is cached for an hour. */
function startOf(days: number | undefined): string | undefined {
  if (!days) return undefined;
  const hours = Math.floor(Date.now() / HOUR) - days * 24;
  return new Date(hours * HOUR).toISOString();
}

export function useHistory({ board, models, days }: HistoryQuery) {
  const query = {
    board,
    models: models.slice(0, MOST_IN_HISTORY),
    ...present({ since: startOf(days) }),
  };
  return $api.useQuery("get", "/api/leaderboard/history", { params: { query } }, previous);
}
