import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

/** The title of a chat and its battles in order, without their messages. */
export function useSessionOutline(sessionId: string) {
  return useQuery({
    queryKey: ["sessions", "outline", sessionId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/sessions/{session_id}/outline", {
          params: { path: { session_id: sessionId } },
          signal,
        }),
      ),
  });
}
