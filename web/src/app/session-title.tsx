import { useSession } from "@/features/sessions/api/get-session";
import { useTabTitle } from "@/lib/page-title";

/** Lets the tab say which session it shows. */
export function SessionTitle({ sessionId }: { sessionId: string }) {
  useTabTitle(useSession(sessionId).data?.title ?? "");
  return null;
}
