import { useParams, useRouter, useSearch } from "@tanstack/react-router";
import { useBattle } from "@/features/arena/api/get-battle";
import { SessionList } from "@/features/sessions/components/session-list";

/** The list of chats beside every page. Highlights the current one, or the one that the next battle joins. */
export function SidebarSessions({ onGo }: { onGo?: (() => void) | undefined }) {
  const { battleId } = useParams({ strict: false });
  const { session } = useSearch({ strict: false });
  if (battleId) return <Marked battleId={battleId} onGo={onGo} />;
  return <Sessions activeSessionId={session} onGo={onGo} />;
}

function Marked({ battleId, onGo }: { battleId: string; onGo: (() => void) | undefined }) {
  const { data } = useBattle(battleId);
  return <Sessions activeSessionId={data?.session_id} onGo={onGo} />;
}

interface SessionsProps {
  activeSessionId?: string | undefined;
  onGo: (() => void) | undefined;
}

function Sessions({ activeSessionId, onGo }: SessionsProps) {
  const router = useRouter();
  const leave = () => {
    const left = router.state.location.href;
    router.navigate({ to: "/" });
    return () => {
      // Stay where the user went in the meantime.
      if (router.state.location.href === "/") router.history.push(left);
    };
  };
  return <SessionList activeSessionId={activeSessionId} onGo={onGo} onActiveRemoved={leave} />;
}
