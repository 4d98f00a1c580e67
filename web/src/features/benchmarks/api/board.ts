import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

export function useBoard() {
  return useQuery({
    queryKey: ["bench", "board"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/bench/board", { signal })),
  });
}
