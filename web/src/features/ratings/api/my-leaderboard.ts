import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, doneOf } from "@/lib/api-client";

const key = ["ratings", "mine"];

export function useMyLeaderboard() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => answerOf(api.GET("/api/leaderboard/mine", { signal })),
    // Votes are cast elsewhere, and no channel tells of one's own.
    refetchOnMount: "always",
  });
}

/** Starts anew from now; the votes themselves stay where they are. */
export function useResetMine() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => doneOf(api.POST("/api/leaderboard/mine/reset", { body: {} })),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useUndoReset() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => doneOf(api.DELETE("/api/leaderboard/mine/reset")),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}
