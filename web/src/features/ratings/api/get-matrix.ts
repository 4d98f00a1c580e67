import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

const MOST = 50;

/** Without models, the twenty best. */
export function useMatrix(board: string, models: readonly string[]) {
  const asked = models.slice(0, MOST);
  return useQuery({
    queryKey: ["ratings", board, "matrix", asked],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/leaderboard/matrix", { params: { query: { board, models: asked } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
}
