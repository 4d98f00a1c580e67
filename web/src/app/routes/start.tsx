import { createRoute } from "@tanstack/react-router";
import { parseStartSearch } from "@/features/admin/fns/start-search";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/start",
  validateSearch: parseStartSearch,
  component: lazyPage(() => import("./start-page"), "StartPage"),
});
