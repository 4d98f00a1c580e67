import { getRouteApi } from "@tanstack/react-router";
import { SignInView } from "@/features/account/components/sign-in-view";
import { parseSignInSearch } from "@/features/account/fns/next-page";
import { accountStrings } from "@/features/account/fns/strings";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  usePageTitle(accountStrings.signIn.title);
  // The router also passes on parameters that were not validated.
  return <SignInView {...parseSignInSearch({ ...route.useSearch() })} />;
}
