import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

export function useRenameSession() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: ({ sessionId, title }: { sessionId: string; title: string }) =>
      unwrap(
        api.PATCH("/api/sessions/{session_id}", {
          params: { path: { session_id: sessionId } },
          body: { title },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: ["sessions"] }),
  });
}
