import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup",
  component: lazyPage(() => import("./setup-page"), "SetupPage"),
});
