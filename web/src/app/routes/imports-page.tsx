import { ImportsView } from "@/features/ratings/components/imports-view";
import { importStrings } from "@/features/ratings/fns/import-strings";
import { usePageTitle } from "@/lib/page-title";

export function ImportsPage() {
  usePageTitle(importStrings.title);
  return <ImportsView />;
}
