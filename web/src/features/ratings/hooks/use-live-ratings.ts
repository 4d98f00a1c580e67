import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "@/lib/use-live";

/** Reloads what is shown of a board whenever the server says that it moved. */
export function useLiveRatings(): void {
  const cache = useQueryClient();
  useLive("leaderboard", (board) =>
    cache.invalidateQueries({ queryKey: board === "all" ? ["ratings"] : ["ratings", board] }),
  );
}
