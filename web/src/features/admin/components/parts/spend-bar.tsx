import { cn } from "@/lib/cn";
import { budgetStrings as words } from "../../fns/budget-strings";
import { formatPercent } from "../../fns/percent";

interface SpendBarProps {
  /** Shares of the limit: spent, and reserved for running calls. */
  spent: number;
  reserved: number;
  warnAt: number;
  className?: string;
}

const width = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

/** How much of a limit is used, with a mark at the warning threshold. */
export function SpendBar({ spent, reserved, warnAt, className }: SpendBarProps) {
  const used = spent + reserved;
  const label = words.barLabel(formatPercent(used), formatPercent(warnAt));
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter has no second segment and no mark.
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(1, used) * 100)}
      title={label}
      className={cn("relative h-2 min-w-24 rounded-full bg-soft ring-1 ring-line", className)}
    >
      <div
        className={cn(
          "absolute inset-y-0 left-0 rounded-full transition-[width] duration-200",
          used >= 1 ? "bg-bad" : "bg-accent",
        )}
        style={{ width: width(spent) }}
      />
      {reserved > 0 && (
        <div
          className="absolute inset-y-0 rounded-r-full bg-accent/40"
          style={{ left: width(spent), width: width(Math.min(reserved, 1 - spent)) }}
        />
      )}
      {warnAt < 1 && (
        <div
          className="absolute -inset-y-1 w-0.5 rounded-full bg-ink"
          style={{ left: width(warnAt) }}
        />
      )}
    </div>
  );
}
