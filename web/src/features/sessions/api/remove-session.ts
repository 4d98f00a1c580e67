import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrapEmpty } from "@/lib/api-client";

export function useRemoveSession() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (sessionId: string) =>
      unwrapEmpty(
        api.DELETE("/api/sessions/{session_id}", { params: { path: { session_id: sessionId } } }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: ["sessions"] }),
  });
}

export function useRestoreSession() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (sessionId: string) =>
      unwrapEmpty(
        api.POST("/api/sessions/{session_id}/restore", {
          params: { path: { session_id: sessionId } },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: ["sessions"] }),
  });
}
