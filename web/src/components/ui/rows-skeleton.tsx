import { Skeleton } from "./skeleton";

const WIDTHS = ["w-48", "w-36", "w-56", "w-40", "w-52"];

/** Placeholder for the rows of a list or table. */
export function RowsSkeleton() {
  return (
    <div className="rounded-card border border-line bg-panel">
      {WIDTHS.map((width) => (
        <div
          key={width}
          className="flex items-center gap-4 border-t border-line p-4 first:border-t-0"
        >
          <Skeleton className={width} />
          <Skeleton className="ml-auto w-20 max-sm:hidden" />
          <Skeleton className="w-16" />
        </div>
      ))}
    </div>
  );
}
