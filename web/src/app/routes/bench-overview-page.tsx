import { getRouteApi } from "@tanstack/react-router";
import { BenchmarksView } from "@/features/benchmarks/components/overview/benchmarks-view";
import { benchStrings } from "@/features/benchmarks/fns/strings";
import { usePageTitle } from "@/lib/page-title";
import { useModelNames } from "../model-facts";

const route = getRouteApi("/benchmarks");

export function BenchOverviewPage() {
  usePageTitle(benchStrings.title);
  const navigate = route.useNavigate();
  return (
    <BenchmarksView
      search={route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      names={useModelNames()}
    />
  );
}
