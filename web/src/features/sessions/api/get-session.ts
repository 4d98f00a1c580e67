import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";

export function useSession(sessionId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: ["sessions", "one", sessionId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/sessions/{session_id}", {
          params: { path: { session_id: sessionId } },
          signal,
        }),
      ),
  });
}
