import { getRouteApi } from "@tanstack/react-router";
import { SignUpView } from "@/features/account/components/sign-up-view";
import { accountStrings } from "@/features/account/fns/strings";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/sign-up");

export function SignUpPage() {
  usePageTitle(accountStrings.signUp.title);
  return <SignUpView next={route.useSearch().next} />;
}
