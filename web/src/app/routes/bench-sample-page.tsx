import { getRouteApi } from "@tanstack/react-router";
import { SampleView } from "@/features/benchmarks/components/sample/sample-view";
import { sampleStrings } from "@/features/benchmarks/fns/sample-strings";
import { formatCount } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/benchmarks/runs/$runId/samples/$position");

export function BenchSamplePage() {
  const { runId, position } = route.useParams();
  const place = Number(position);
  usePageTitle(sampleStrings.title(formatCount(place + 1)));
  return <SampleView runId={runId} position={place} search={route.useSearch()} />;
}
