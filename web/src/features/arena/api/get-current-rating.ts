import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { $api } from "@/lib/api-client";
import { useLive } from "@/lib/use-live";

/** The row of a model on the overall leaderboard, once the server announces an update. */
export function useCurrentRating(modelId: string) {
  const cache = useQueryClient();
  const [moved, setMoved] = useState(false);
  const row = $api.queryOptions("get", "/api/leaderboard", { params: { query: { q: modelId } } });
  useLive("leaderboard", (board) => {
    if (board !== "overall" && board !== "all") return;
    setMoved(true);
    cache.invalidateQueries({ queryKey: row.queryKey });
  });
  return useQuery({
    ...row,
    enabled: moved,
    select: ({ leaderboard }) => leaderboard.find((one) => one.model_id === modelId) ?? null,
  });
}
