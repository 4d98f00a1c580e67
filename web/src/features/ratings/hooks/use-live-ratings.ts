import { useQueryClient } from "@tanstack/react-query";
import { cancelAndRefetch } from "@/lib/query-client";
import { useLive } from "@/lib/use-live";
import { ratingQueries } from "../fns/rating-queries";

/** Reloads a leaderboard when the server announces that it changed. */
export function useLiveRatings(): void {
  const cache = useQueryClient();
  useLive("leaderboard", (board) => cancelAndRefetch(cache, ratingQueries(board)));
}
