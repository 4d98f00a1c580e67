import { createRoute } from "@tanstack/react-router";
import { parseBenchmarksSearch } from "@/features/benchmarks/fns/benchmarks-search";
import { parseEditorSearch } from "@/features/benchmarks/fns/editor-search";
import { parseNewRunSearch } from "@/features/benchmarks/fns/new-run";
import { parseSuiteSearch } from "@/features/benchmarks/fns/suite-search";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks",
  validateSearch: parseBenchmarksSearch,
  component: lazyPage(() => import("./bench-overview-page"), "BenchOverviewPage"),
});

const newRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/new-run",
  validateSearch: parseNewRunSearch,
  component: lazyPage(() => import("./bench-new-run-page"), "BenchNewRunPage"),
});

const newSuiteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/suites/new",
  validateSearch: parseEditorSearch,
  component: lazyPage(() => import("./bench-editor-page"), "BenchNewSuitePage"),
});

const suiteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/suites/$suiteId",
  validateSearch: parseSuiteSearch,
  component: lazyPage(() => import("./bench-suite-page"), "BenchSuitePage"),
});

const editSuiteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/benchmarks/suites/$suiteId/edit",
  validateSearch: parseEditorSearch,
  component: lazyPage(() => import("./bench-editor-page"), "BenchEditSuitePage"),
});

export const benchmarksRoutes = [
  overviewRoute,
  newRunRoute,
  newSuiteRoute,
  suiteRoute,
  editSuiteRoute,
] as const;
