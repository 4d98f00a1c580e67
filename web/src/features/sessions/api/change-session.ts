import { api } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";

const PATH = "/api/sessions/{session_id}";
const refetch = "/api/sessions";

const pathOf = (sessionId: string) => ({ params: { path: { session_id: sessionId } } });

export function useRenameSession() {
  return useCall(
    ({ sessionId, title }: { sessionId: string; title: string }) =>
      api.PATCH(PATH, { ...pathOf(sessionId), body: { title } }),
    { refetch },
  );
}

export function useRemoveSession() {
  return useCall((sessionId: string) => api.DELETE(PATH, pathOf(sessionId)), { refetch });
}

export function useRestoreSession() {
  return useCall((sessionId: string) => api.POST(`${PATH}/restore`, pathOf(sessionId)), {
    refetch,
  });
}
