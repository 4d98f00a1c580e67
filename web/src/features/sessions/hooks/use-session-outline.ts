import { useSession } from "../api/get-session";
import { useSessions } from "../api/list-sessions";

/**
 * The title of a session, and its battles where there are several. A whole session holds every word that was ever written
 * in it, so it is asked for only where the list, which stands beside every page, does not say enough.
 */
export function useSessionOutline(sessionId: string) {
  const list = useSessions("");
  const row = list.data?.pages
    .flatMap((page) => page.sessions)
    .find((session) => session.session_id === sessionId);
  const isEnough = row !== undefined && row.battle_count < 2;
  const { data } = useSession(sessionId, !list.isPending && !isEnough);
  return { title: row?.title ?? data?.title ?? "", battles: isEnough ? [] : (data?.battles ?? []) };
}
