import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

/** Data of the start page: number of models, limits and suggested prompts. */
export function useArena() {
  return useQuery({
    queryKey: ["arena"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/arena", { signal })),
  });
}
