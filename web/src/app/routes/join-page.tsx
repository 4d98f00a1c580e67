import { JoinView } from "@/features/account/components/join-view";
import { accountStrings } from "@/features/account/fns/strings";
import { usePageTitle } from "@/lib/page-title";

export function JoinPage() {
  usePageTitle(accountStrings.join.title);
  return <JoinView />;
}
