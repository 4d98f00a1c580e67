import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root";

export const importsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/leaderboard/imports",
  component: lazyRouteComponent(() => import("./imports-page"), "ImportsPage"),
});
