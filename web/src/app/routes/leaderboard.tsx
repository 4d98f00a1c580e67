import { createRoute } from "@tanstack/react-router";
import { parseLeaderboardSearch } from "@/features/ratings/fns/leaderboard-search";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const leaderboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/leaderboard",
  validateSearch: parseLeaderboardSearch,
  component: lazyPage(() => import("./leaderboard-page"), "LeaderboardPage"),
});
