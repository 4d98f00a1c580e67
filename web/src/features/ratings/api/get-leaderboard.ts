import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

/** One whole leaderboard. Searching, sorting and filtering happen on the page, so that they are instant. */
export function useLeaderboard(board: string, minVotes: number | undefined) {
  return useQuery({
    queryKey: ["ratings", board, "leaderboard", minVotes ?? "usual"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/leaderboard", {
          params: {
            query: { board, ...(minVotes === undefined ? {} : { min_votes: minVotes }) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
