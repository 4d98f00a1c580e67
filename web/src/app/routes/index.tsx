import { createRoute } from "@tanstack/react-router";
import { parseStartSearch } from "@/features/arena/fns/modes";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: parseStartSearch,
  component: lazyPage(() => import("./arena-page"), "ArenaPage"),
});
