import { useSessionOutline } from "@/features/sessions/hooks/use-session-outline";
import { useTabTitle } from "@/lib/page-title";

/** Lets the tab say which session it shows. */
export function SessionTitle({ sessionId }: { sessionId: string }) {
  useTabTitle(useSessionOutline(sessionId).title);
  return null;
}
