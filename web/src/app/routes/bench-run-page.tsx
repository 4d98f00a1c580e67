import { getRouteApi } from "@tanstack/react-router";
import { useRun } from "@/features/benchmarks/api/run";
import { RunView } from "@/features/benchmarks/components/run/run-view";
import { runTitle } from "@/features/benchmarks/fns/run-lines";
import { runStrings } from "@/features/benchmarks/fns/run-strings";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/benchmarks/runs/$runId");

export function BenchRunPage() {
  const { runId } = route.useParams();
  const navigate = route.useNavigate();
  const run = useRun(runId).data;
  usePageTitle(run ? runTitle(run) : runStrings.name);
  return (
    <RunView
      runId={runId}
      search={route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
