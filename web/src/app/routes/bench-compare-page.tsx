import { getRouteApi } from "@tanstack/react-router";
import { CompareView } from "@/features/benchmarks/components/compare/compare-view";
import { compareStrings } from "@/features/benchmarks/fns/compare-strings";
import { usePageTitle } from "@/lib/page-title";
import { useModelNames } from "../model-facts";

const route = getRouteApi("/benchmarks/compare");

export function BenchComparePage() {
  usePageTitle(compareStrings.title);
  const navigate = route.useNavigate();
  return (
    <CompareView
      search={route.useSearch()}
      onSearch={(search) => navigate({ search, resetScroll: false })}
      names={useModelNames()}
    />
  );
}
