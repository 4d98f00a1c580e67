import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/s/$token",
  component: lazyPage(() => import("./shared-page"), "SharedPage"),
});
