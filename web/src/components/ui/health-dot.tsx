import { cn } from "@/lib/cn";

type Health = "healthy" | "degraded" | "down" | "unknown";

/** Each state has its own shape, so that color is not the only sign. */
const SHAPES: Record<Health, string> = {
  healthy:
    "size-2 rounded-full bg-good shadow-[0_0_0_3px_color-mix(in_srgb,var(--good)_20%,transparent)]",
  degraded:
    "size-2.5 rounded-full border-[1.5px] border-bad bg-[linear-gradient(90deg,var(--bad)_50%,transparent_50%)]",
  down: "size-2 rounded-[2px] bg-bad",
  unknown: "size-2 rounded-full border-[1.5px] border-faint",
};

interface HealthDotProps {
  health: Health;
  label: string;
  className?: string;
}

export function HealthDot({ health, label, className }: HealthDotProps) {
  return (
    <span className={cn("inline-flex items-center gap-2", className)}>
      <span aria-hidden="true" className={cn("shrink-0", SHAPES[health])} />
      {label}
    </span>
  );
}
