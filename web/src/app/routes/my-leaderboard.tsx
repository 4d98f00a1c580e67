import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseSorting } from "@/features/ratings/fns/leaderboard-search";
import { rootRoute } from "./root";

export const myLeaderboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/leaderboard/mine",
  validateSearch: parseSorting,
  component: lazyRouteComponent(() => import("./my-leaderboard-page"), "MyLeaderboardPage"),
});
