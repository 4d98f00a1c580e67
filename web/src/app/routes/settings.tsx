import { createRoute } from "@tanstack/react-router";
import { parseSettingsSearch } from "@/features/account/fns/tabs";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  validateSearch: parseSettingsSearch,
  component: lazyPage(() => import("./settings-page"), "SettingsPage"),
});
