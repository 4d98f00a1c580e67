import { $api, api } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";

const refetch = "/api/leaderboard/mine";

export function useMyLeaderboard() {
  // Votes are cast on other pages, and no live topic announces them.
  return $api.useQuery("get", "/api/leaderboard/mine", {}, { refetchOnMount: "always" });
}

/** Counts only votes from now on; earlier votes are kept. */
export function useResetMine() {
  return useCall(() => api.POST("/api/leaderboard/mine/reset", { body: {} }), { refetch });
}

export function useUndoReset() {
  return useCall(() => api.DELETE("/api/leaderboard/mine/reset"), { refetch });
}
