import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseBoardSearch } from "@/features/benchmarks/fns/board-search";
import { parseCompareSearch } from "@/features/benchmarks/fns/compare-search";
import { parseGridSearch, parseRunSearch } from "@/features/benchmarks/fns/run-search";
import { rootRoute } from "./root";

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/runs/$runId",
  validateSearch: parseRunSearch,
  component: lazyRouteComponent(() => import("./bench-run-page"), "BenchRunPage"),
});

const sampleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/runs/$runId/samples/$position",
  validateSearch: parseGridSearch,
  component: lazyRouteComponent(() => import("./bench-sample-page"), "BenchSamplePage"),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/compare",
  validateSearch: parseCompareSearch,
  component: lazyRouteComponent(() => import("./bench-compare-page"), "BenchComparePage"),
});

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/board",
  validateSearch: parseBoardSearch,
  component: lazyRouteComponent(() => import("./bench-board-page"), "BenchBoardPage"),
});

export const resultsRoutes = [runRoute, sampleRoute, compareRoute, boardRoute] as const;
