import { cn } from "@/lib/cn";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-3.5 animate-breathe rounded-md bg-line", className)}
    />
  );
}
