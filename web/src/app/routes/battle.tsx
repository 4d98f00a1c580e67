import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

interface BattleSearch {
  replay?: true;
}

export const battleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/battles/$battleId",
  validateSearch: (search: Record<string, unknown>): BattleSearch =>
    search.replay === true ? { replay: true } : {},
  component: lazyPage(() => import("./battle-page"), "BattlePage"),
});
