import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const importsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/leaderboard/imports",
  component: lazyPage(() => import("./imports-page"), "ImportsPage"),
});
