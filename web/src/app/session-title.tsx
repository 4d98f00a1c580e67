import { useSessionOutline } from "@/features/sessions/api/get-outline";
import { useTabTitle } from "@/lib/page-title";

/** Shows the title of the chat in the browser tab. */
export function SessionTitle({ sessionId }: { sessionId: string }) {
  useTabTitle(useSessionOutline(sessionId).data?.title ?? "");
  return null;
}
