import { getRouteApi } from "@tanstack/react-router";
import { SharedBattleView } from "@/features/arena/components/shared-battle-view";

const route = getRouteApi("/s/$token");

export function SharedPage() {
  const { token } = route.useParams();
  return <SharedBattleView key={token} token={token} />;
}
