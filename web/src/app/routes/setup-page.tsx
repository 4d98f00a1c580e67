import { SetupView } from "@/features/account/components/setup-view";
import { accountStrings } from "@/features/account/fns/strings";
import { usePageTitle } from "@/lib/page-title";

export function SetupPage() {
  usePageTitle(accountStrings.setup.title);
  return <SetupView />;
}
