import { getRouteApi } from "@tanstack/react-router";
import { BattlePageView } from "@/features/arena/components/battle-page-view";
import { SessionBattles } from "../session-battles";
import { SessionTitle } from "../session-title";

const route = getRouteApi("/battles/$battleId");

export function BattlePage() {
  const { battleId } = route.useParams();
  const { replay } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <BattlePageView
      key={battleId}
      battleId={battleId}
      replaying={replay === true}
      onReplay={(on) => navigate({ search: on ? { replay: true } : {}, resetScroll: false })}
      onStarted={(place) =>
        navigate({ to: "/battles/$battleId", params: { battleId: place.battleId } })
      }
      onNewBattle={(session) => navigate({ to: "/", search: { session } })}
      onMode={(mode) => navigate({ to: "/", search: { mode } })}
      siblings={(sessionId) => <SessionBattles sessionId={sessionId} battleId={battleId} />}
      sessionTitle={(sessionId) => <SessionTitle sessionId={sessionId} />}
    />
  );
}
