import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseLeaderboardSearch } from "@/features/ratings/fns/leaderboard-search";
import { rootRoute } from "./root";

export const leaderboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/leaderboard",
  validateSearch: parseLeaderboardSearch,
  component: lazyRouteComponent(() => import("./leaderboard-page"), "LeaderboardPage"),
});
