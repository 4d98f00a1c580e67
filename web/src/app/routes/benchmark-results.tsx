import { createRoute } from "@tanstack/react-router";
import { parseBoardSearch } from "@/features/benchmarks/fns/board-search";
import { parseCompareSearch } from "@/features/benchmarks/fns/compare-search";
import { parseGridSearch, parseRunSearch } from "@/features/benchmarks/fns/run-search";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/runs/$runId",
  validateSearch: parseRunSearch,
  component: lazyPage(() => import("./bench-run-page"), "BenchRunPage"),
});

const sampleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/runs/$runId/samples/$position",
  validateSearch: parseGridSearch,
  component: lazyPage(() => import("./bench-sample-page"), "BenchSamplePage"),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/compare",
  validateSearch: parseCompareSearch,
  component: lazyPage(() => import("./bench-compare-page"), "BenchComparePage"),
});

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/board",
  validateSearch: parseBoardSearch,
  component: lazyPage(() => import("./bench-board-page"), "BenchBoardPage"),
});

export const resultsRoutes = [runRoute, sampleRoute, compareRoute, boardRoute] as const;
