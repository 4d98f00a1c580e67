import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { ErrorPage } from "./routes/error-page";
import { indexRoute } from "./routes/index";
import { modelRoute } from "./routes/model";
import { modelsRoute } from "./routes/models";
import { NotFoundPage } from "./routes/not-found-page";
import { rootRoute } from "./routes/root";

const routeTree = rootRoute.addChildren([indexRoute, modelsRoute, modelRoute]);

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
