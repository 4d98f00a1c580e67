import { createRoute } from "@tanstack/react-router";
import { parseAuditSearch } from "@/features/admin/fns/audit-search";
import { parseBudgetsSearch } from "@/features/admin/fns/budgets-search";
import { parseModelsSearch } from "@/features/admin/fns/models-search";
import { parseModerationSearch } from "@/features/admin/fns/moderation-search";
import { parseOverviewSearch } from "@/features/admin/fns/overview-search";
import { parsePeopleSearch } from "@/features/admin/fns/people-search";
import { parseVotesSearch } from "@/features/admin/fns/votes-search";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

/**
 * The access check and the tabs around all Admin pages. Pages parse their search parameters again, because the router
 * also passes on unvalidated parameters of parent routes.
 */
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/admin",
  component: lazyPage(() => import("./admin-page"), "AdminPage"),
});

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/",
  validateSearch: parseOverviewSearch,
  component: lazyPage(() => import("./admin-overview-page"), "AdminOverviewPage"),
});

const modelsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/models",
  validateSearch: parseModelsSearch,
  component: lazyPage(() => import("./admin-models-page"), "AdminModelsPage"),
});

const peopleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/people",
  validateSearch: parsePeopleSearch,
  component: lazyPage(() => import("./admin-people-page"), "AdminPeoplePage"),
});

const moderationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/moderation",
  validateSearch: parseModerationSearch,
  component: lazyPage(() => import("./admin-moderation-page"), "AdminModerationPage"),
});

const votesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/votes",
  validateSearch: parseVotesSearch,
  component: lazyPage(() => import("./admin-votes-page"), "AdminVotesPage"),
});

const budgetsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/budgets",
  validateSearch: parseBudgetsSearch,
  component: lazyPage(() => import("./admin-budgets-page"), "AdminBudgetsPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/audit",
  validateSearch: parseAuditSearch,
  component: lazyPage(() => import("./admin-audit-page"), "AdminAuditPage"),
});

export const adminRoutes = adminRoute.addChildren([
  overviewRoute,
  modelsRoute,
  peopleRoute,
  moderationRoute,
  votesRoute,
  budgetsRoute,
  auditRoute,
]);
