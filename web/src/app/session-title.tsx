import { useSessionOutline } from "@/features/sessions/api/get-outline";
import { useTabTitle } from "@/lib/page-title";

/** Lets the tab say which session it shows. */
export function SessionTitle({ sessionId }: { sessionId: string }) {
  useTabTitle(useSessionOutline(sessionId).data?.title ?? "");
  return null;
}
