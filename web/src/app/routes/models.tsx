import { createRoute } from "@tanstack/react-router";
import { parseModelFilters } from "@/features/models/fns/model-filters";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const modelsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/models",
  validateSearch: parseModelFilters,
  component: lazyPage(() => import("./models-page"), "ModelsPage"),
});
