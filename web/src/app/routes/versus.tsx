import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

interface VersusSearch {
  a?: string;
  b?: string;
}

const pickText = (name: keyof VersusSearch, value: unknown): VersusSearch =>
  typeof value === "string" && value ? { [name]: value } : {};

/** Used until both models are chosen. */
export const versusStartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/versus",
  validateSearch: (search: Record<string, unknown>): VersusSearch => ({
    ...pickText("a", search.a),
    ...pickText("b", search.b),
  }),
  component: lazyPage(() => import("./versus-page"), "VersusStartPage"),
});

export const versusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/versus/$a/$b",
  component: lazyPage(() => import("./versus-page"), "VersusPage"),
});
