import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c"];

export function ListLoading({ label }: { label: string }) {
  return (
    <Card aria-busy="true">
      <p role="status" className="sr-only">
        {label}
      </p>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex items-center gap-3 border-t border-line px-4 py-4 first:border-t-0"
        >
          <Skeleton className="size-5" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="w-40" />
            <Skeleton className="w-64 max-w-full" />
          </div>
        </div>
      ))}
    </Card>
  );
}
