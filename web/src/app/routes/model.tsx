import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "./root";

export const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/models/$modelId",
  component: lazyRouteComponent(() => import("./model-page"), "ModelPage"),
});
