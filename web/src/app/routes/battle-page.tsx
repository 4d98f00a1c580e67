import { getRouteApi } from "@tanstack/react-router";
import { BattlePageView } from "@/features/arena/components/battle-page-view";
import { useContestants } from "@/features/models/api/list-contestants";
import { SessionBattles } from "../session-battles";
import { SessionTitle } from "../session-title";

const route = getRouteApi("/battles/$battleId");

export function BattlePage() {
  const { battleId } = route.useParams();
  const { replay } = route.useSearch();
  const navigate = route.useNavigate();
  const models = useContestants().data ?? [];
  return (
    <BattlePageView
      key={battleId}
      battleId={battleId}
      models={models}
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
