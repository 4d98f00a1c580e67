import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseModelFilters } from "@/features/models/fns/model-filters";
import { rootRoute } from "./root";

export const modelsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/models",
  validateSearch: parseModelFilters,
  component: lazyRouteComponent(() => import("./models-page"), "ModelsPage"),
});
