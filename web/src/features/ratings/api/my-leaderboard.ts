import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap, unwrapEmpty } from "@/lib/api-client";

const key = ["ratings", "mine"];

export function useMyLeaderboard() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(api.GET("/api/leaderboard/mine", { signal })),
    // Votes are cast on other pages, and no live topic announces them.
    refetchOnMount: "always",
  });
}

/** Counts only votes from now on; earlier votes are kept. */
export function useResetMine() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => unwrapEmpty(api.POST("/api/leaderboard/mine/reset", { body: {} })),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useUndoReset() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () => unwrapEmpty(api.DELETE("/api/leaderboard/mine/reset")),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}
