import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

const MOST = 20;

interface HistoryQuery {
  board: string;
  /** If empty, the ten best models. */
  models: readonly string[];
  /** How many days back; undefined means all. */
  days: number | undefined;
}

const DAY = 86_400_000;

export function useHistory({ board, models, days }: HistoryQuery) {
  const asked = models.slice(0, MOST);
  return useQuery({
    queryKey: ["ratings", board, "history", asked, days ?? "all"],
    queryFn: ({ signal }) =>
      unwrap(
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
