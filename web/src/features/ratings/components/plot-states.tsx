import { chartStrings } from "@/components/charts/strings";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { describeFailure } from "@/lib/problem";
import { plotStrings } from "../fns/plot-strings";

interface PlotPendingProps {
  error: Error | null;
  onRetry: () => void;
}

/** Shown while a plot is loading, or if loading failed. */
export function PlotPending({ error, onRetry }: PlotPendingProps) {
  if (error) return <ErrorState {...describeFailure(error)} onRetry={onRetry} />;
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {chartStrings.loading}
      </p>
      <Skeleton className="h-5 w-52" />
      <Skeleton className="h-72 w-full rounded-card" />
    </div>
  );
}

export function PlotNothing({ words = plotStrings.nothing }: { words?: string }) {
  return <p className="py-16 text-center text-dim">{words}</p>;
}
