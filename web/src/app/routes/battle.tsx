import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root";

interface BattleSearch {
  replay?: true;
}

export const battleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/battles/$battleId",
  validateSearch: (search: Record<string, unknown>): BattleSearch =>
    search.replay === true ? { replay: true } : {},
  component: lazyRouteComponent(() => import("./battle-page"), "BattlePage"),
});
