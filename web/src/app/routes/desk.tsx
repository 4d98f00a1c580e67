import { createRoute } from "@tanstack/react-router";
import { parseAuditSearch } from "@/features/desk/fns/audit-search";
import { parseBudgetsSearch } from "@/features/desk/fns/budgets-search";
import { parseModelsSearch } from "@/features/desk/fns/models-search";
import { parseModerationSearch } from "@/features/desk/fns/moderation-search";
import { parseOverviewSearch } from "@/features/desk/fns/overview-search";
import { parsePeopleSearch } from "@/features/desk/fns/people-search";
import { parseVotesSearch } from "@/features/desk/fns/votes-search";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

/**
 * The door and the tabs around every page of the desk. The pages parse their search once more where they read it: beside
 * what a route has checked, the router also hands on what its parents let through.
 */
const deskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/desk",
  component: lazyPage(() => import("./desk-page"), "DeskPage"),
});

const overviewRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: "/",
  validateSearch: parseOverviewSearch,
  component: lazyPage(() => import("./desk-overview-page"), "DeskOverviewPage"),
});

const modelsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: "/models",
  validateSearch: parseModelsSearch,
  component: lazyPage(() => import("./desk-models-page"), "DeskModelsPage"),
});

const peopleRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: "/people",
  validateSearch: parsePeopleSearch,
  component: lazyPage(() => import("./desk-people-page"), "DeskPeoplePage"),
});

const moderationRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: "/moderation",
  validateSearch: parseModerationSearch,
  component: lazyPage(() => import("./desk-moderation-page"), "DeskModerationPage"),
});

const votesRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: "/votes",
  validateSearch: parseVotesSearch,
  component: lazyPage(() => import("./desk-votes-page"), "DeskVotesPage"),
});

const budgetsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: "/budgets",
  validateSearch: parseBudgetsSearch,
  component: lazyPage(() => import("./desk-budgets-page"), "DeskBudgetsPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: "/audit",
  validateSearch: parseAuditSearch,
  component: lazyPage(() => import("./desk-audit-page"), "DeskAuditPage"),
});

export const deskRoutes = deskRoute.addChildren([
  overviewRoute,
  modelsRoute,
  peopleRoute,
  moderationRoute,
  votesRoute,
  budgetsRoute,
  auditRoute,
]);
