import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

/** What the empty page needs to know: who is waiting, what may be sent, what could be asked. */
export function useArena() {
  return useQuery({
    queryKey: ["arena"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/arena", { signal })),
  });
}
