import { createRoute } from "@tanstack/react-router";
import { parseEntrySearch } from "@/features/account/fns/next-page";
import { lazyPage } from "../lazy-page";
import { rootRoute } from "./root";

export const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-up",
  validateSearch: parseEntrySearch,
  component: lazyPage(() => import("./sign-up-page"), "SignUpPage"),
});
