import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

const MOST = 50;

/** Without models, the twenty best. */
export function useMatrix(board: string, models: readonly string[]) {
  const asked = models.slice(0, MOST);
  return useQuery({
    queryKey: ["ratings", board, "matrix", asked],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/leaderboard/matrix", { params: { query: { board, models: asked } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}
