import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/models/$modelId",
  component: lazyPage(() => import("./model-page"), "ModelPage"),
});
