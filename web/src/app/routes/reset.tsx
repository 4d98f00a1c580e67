import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset",
  component: lazyPage(() => import("./reset-page"), "ResetPage"),
});
