import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseStartSearch } from "@/features/arena/fns/modes";
import { rootRoute } from "./root";

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: parseStartSearch,
  component: lazyRouteComponent(() => import("./arena-page"), "ArenaPage"),
});
