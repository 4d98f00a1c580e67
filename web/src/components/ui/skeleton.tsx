import { cn } from "@/lib/cn";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-3.5 animate-breathe rounded-md bg-line", className)}
    />
  );
}

/** Placeholder for a model's logo, name and organization. */
export function ModelNameSkeleton({ width }: { width: string }) {
  return (
    <div className="flex items-center gap-2.5">
      <Skeleton className="size-7 rounded-lg" />
      <div className="flex h-8.5 flex-col justify-center gap-1.5">
        <Skeleton className={width} />
        <Skeleton className="h-2.5 w-20" />
      </div>
    </div>
  );
}
