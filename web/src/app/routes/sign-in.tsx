import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseSignInSearch } from "@/features/account/fns/next-page";
import { rootRoute } from "./root";

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: parseSignInSearch,
  component: lazyRouteComponent(() => import("./sign-in-page"), "SignInPage"),
});
