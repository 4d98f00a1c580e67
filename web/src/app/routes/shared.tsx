import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root";

export const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/s/$token",
  component: lazyRouteComponent(() => import("./shared-page"), "SharedPage"),
});
