import { useNavigate, useParams } from "@tanstack/react-router";
import { useBattle } from "@/features/arena/api/get-battle";
import { SessionList } from "@/features/sessions/components/session-list";

/** The sessions beside every page; the one that is being shown is marked. */
export function SidebarSessions({ onGo }: { onGo?: (() => void) | undefined }) {
  const { battleId } = useParams({ strict: false });
  return battleId ? <Marked battleId={battleId} onGo={onGo} /> : <Sessions onGo={onGo} />;
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
  const navigate = useNavigate();
  return (
    <SessionList
      activeSessionId={activeSessionId}
      onGo={onGo}
      onActiveRemoved={() => navigate({ to: "/" })}
    />
  );
}
