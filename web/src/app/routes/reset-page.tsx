import { ResetView } from "@/features/account/components/reset-view";
import { accountStrings } from "@/features/account/fns/strings";
import { usePageTitle } from "@/lib/page-title";

export function ResetPage() {
  usePageTitle(accountStrings.reset.title);
  return <ResetView />;
}
