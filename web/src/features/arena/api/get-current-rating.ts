import { useQueryClient } from "@tanstack/react-query";
import { $api } from "@/lib/api-client";
import { cancelAndRefetch } from "@/lib/query-client";
import { useLive } from "@/lib/use-live";

/**
 * The row of a model on the overall leaderboard, now and after each update that the server announces.
 *
 * It is read at once too: on a busy machine the update after a vote can be announced before the names are shown.
 */
export function useCurrentRating(modelId: string) {
  const cache = useQueryClient();
  const params = { params: { query: { q: modelId } } };
  const { queryKey } = $api.queryOptions("get", "/api/leaderboard", params);
  useLive("leaderboard", (board) => {
    if (board === "overall" || board === "all") cancelAndRefetch(cache, { queryKey });
  });
  return $api.useQuery("get", "/api/leaderboard", params, {
    select: ({ leaderboard }) => leaderboard.find((one) => one.model_id === modelId) ?? null,
  });
}
