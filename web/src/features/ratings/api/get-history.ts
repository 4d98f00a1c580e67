import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

const MOST = 20;

interface Wanted {
  board: string;
  /** The ten best when empty. */
  models: readonly string[];
  /** How many days back; everything when undefined. */
  days: number | undefined;
}

const DAY = 86_400_000;

export function useHistory({ board, models, days }: Wanted) {
  const asked = models.slice(0, MOST);
  return useQuery({
    queryKey: ["ratings", board, "history", asked, days ?? "all"],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/leaderboard/history", {
          params: {
            query: {
              board,
              models: asked,
              ...(days ? { since: new Date(Date.now() - days * DAY).toISOString() } : {}),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
