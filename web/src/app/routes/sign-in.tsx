import { createRoute } from "@tanstack/react-router";
import { parseSignInSearch } from "@/features/account/fns/next-page";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: parseSignInSearch,
  component: lazyPage(() => import("./sign-in-page"), "SignInPage"),
});
