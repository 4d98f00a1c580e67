import { getRouteApi } from "@tanstack/react-router";
import { NewRunView } from "@/features/benchmarks/components/new-run/new-run-view";
import { newRunStrings } from "@/features/benchmarks/fns/new-run-strings";
import { useContestants } from "@/features/models/api/list-contestants";
import { usePageTitle } from "@/lib/page-title";
import { useModelNames } from "../model-facts";

const route = getRouteApi("/benchmarks/new-run");

export function BenchNewRunPage() {
  usePageTitle(newRunStrings.title);
  const navigate = route.useNavigate();
  const models = useContestants().data ?? [];
  return (
    <NewRunView
      search={route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      models={models}
      names={useModelNames()}
    />
  );
}
