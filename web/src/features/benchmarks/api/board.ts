import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

export function useBoard() {
  return useQuery({
    queryKey: ["bench", "board"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/bench/board", { signal })),
  });
}
