import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "@/lib/api-client";
import { useLive } from "@/lib/use-live";

/** The row of a model on the overall leaderboard, once the server announces an update. */
export function useCurrentRating(modelId: string) {
  const cache = useQueryClient();
  const [moved, setMoved] = useState(false);
  const queryKey = ["ratings", "overall", "reveal", modelId];
  useLive("leaderboard", (board) => {
    if (board !== "overall" && board !== "all") return;
    setMoved(true);
    cache.invalidateQueries({ queryKey });
  });
  return useQuery({
    queryKey,
    enabled: moved,
    queryFn: async ({ signal }) => {
      const { leaderboard } = await unwrap(
        api.GET("/api/leaderboard", { params: { query: { q: modelId } }, signal }),
      );
      return leaderboard.find((row) => row.model_id === modelId) ?? null;
    },
  });
}
