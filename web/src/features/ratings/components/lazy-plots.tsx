import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { loadPart } from "@/lib/load-part";
import { describeFailure } from "@/lib/problem";

const loadPlots = () => loadPart(() => import("./plots-section"));

type PlotsSectionProps = ComponentProps<Awaited<ReturnType<typeof loadPlots>>["PlotsSection"]>;

/** Loads the plots after the leaderboard. If loading fails, the leaderboard stays and the plots can be retried. */
export function LazyPlots(props: PlotsSectionProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["parts", "plots"],
    queryFn: async () => ({ Section: (await loadPlots()).PlotsSection }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <data.Section {...props} />;
  if (error) return <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />;
  return <Skeleton className="h-96 w-full rounded-card" />;
}
