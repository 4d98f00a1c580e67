import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseSettingsSearch } from "@/features/account/fns/tabs";
import { rootRoute } from "./root";

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => import("./settings-page"), "SettingsPage"),
});
