import { createRoute } from "@tanstack/react-router";
import { parseSorting } from "@/features/ratings/fns/leaderboard-search";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const myLeaderboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/leaderboard/mine",
  validateSearch: parseSorting,
  component: lazyPage(() => import("./my-leaderboard-page"), "MyLeaderboardPage"),
});
