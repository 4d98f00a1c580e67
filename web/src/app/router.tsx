import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { adminRoutes } from "./routes/admin";
import { battleRoute } from "./routes/battle";
import { resultsRoutes } from "./routes/benchmark-results";
import { benchmarksRoutes } from "./routes/benchmarks";
import { ErrorPage } from "./routes/error-page";
import { importsRoute } from "./routes/imports";
import { indexRoute } from "./routes/index";
import { joinRoute } from "./routes/join";
import { leaderboardRoute } from "./routes/leaderboard";
import { modelRoute } from "./routes/model";
import { modelsRoute } from "./routes/models";
import { myLeaderboardRoute } from "./routes/my-leaderboard";
import { NotFoundPage } from "./routes/not-found-page";
import { resetRoute } from "./routes/reset";
import { rootRoute } from "./routes/root";
import { sessionRoute } from "./routes/session";
import { settingsRoute } from "./routes/settings";
import { setupRoute } from "./routes/setup";
import { sharedRoute } from "./routes/shared";
import { signInRoute } from "./routes/sign-in";
import { signUpRoute } from "./routes/sign-up";
import { startRoute } from "./routes/start";
import { versusRoute, versusStartRoute } from "./routes/versus";

const routeTree = rootRoute.addChildren([
  indexRoute,
  battleRoute,
  sessionRoute,
  sharedRoute,
  leaderboardRoute,
  myLeaderboardRoute,
  importsRoute,
  versusStartRoute,
  versusRoute,
  ...benchmarksRoutes,
  ...resultsRoutes,
  modelsRoute,
  modelRoute,
  signInRoute,
  signUpRoute,
  joinRoute,
  setupRoute,
  resetRoute,
  settingsRoute,
  startRoute,
  adminRoutes,
]);

export function createAppRouter(options: { history?: RouterHistory } = {}) {
  return createRouter({
    routeTree,
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    ...options,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
