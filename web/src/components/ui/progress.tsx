import { cn } from "@/lib/cn";

interface ProgressProps {
  label: string;
  /** Between 0 and 1; undefined if unknown. */
  value: number | undefined;
  className?: string;
}

/** A thin progress bar. */
export function Progress({ label, value, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === undefined ? {} : { "aria-valuenow": Math.round(value * 100) })}
      className={cn("h-1.5 overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className={cn(
          "h-full rounded-full bg-accent transition-[width] duration-200",
          value === undefined && "animate-breathe",
        )}
        style={{ width: `${(value ?? 1) * 100}%` }}
      />
    </div>
  );
}
