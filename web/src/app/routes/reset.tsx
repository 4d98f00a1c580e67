import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root";

export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset",
  component: lazyRouteComponent(() => import("./reset-page"), "ResetPage"),
});
