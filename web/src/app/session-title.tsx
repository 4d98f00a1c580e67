import { $api } from "@/lib/api-client";
import { useTabTitle } from "@/lib/page-title";

/** Shows the title of the chat in the browser tab. */
export function SessionTitle({ sessionId }: { sessionId: string }) {
  useTabTitle(
    $api.useQuery("get", "/api/sessions/{session_id}/outline", {
      params: { path: { session_id: sessionId } },
    }).data?.title ?? "",
  );
  return null;
}
