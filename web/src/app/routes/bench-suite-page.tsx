import { getRouteApi } from "@tanstack/react-router";
import { useSuite } from "@/features/benchmarks/api/suites";
import { SuiteView } from "@/features/benchmarks/components/suite/suite-view";
import { benchStrings } from "@/features/benchmarks/fns/strings";
import { suiteTitle } from "@/features/benchmarks/fns/suites-shown";
import { usePageTitle } from "@/lib/page-title";
import { useModelNames } from "../model-facts";

const route = getRouteApi("/benchmarks/suites/$suiteId");

export function BenchSuitePage() {
  const { suiteId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const suite = useSuite(suiteId, search.version).data;
  usePageTitle(suite ? suiteTitle(suite.spec) : benchStrings.title);
  return (
    <SuiteView
      suiteId={suiteId}
      search={search}
      onSearch={(next) => navigate({ search: next, resetScroll: false })}
      names={useModelNames()}
    />
  );
}
