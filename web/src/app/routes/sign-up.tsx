import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseEntrySearch } from "@/features/account/fns/next-page";
import { rootRoute } from "./root";

export const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-up",
  validateSearch: parseEntrySearch,
  component: lazyRouteComponent(() => import("./sign-up-page"), "SignUpPage"),
});
