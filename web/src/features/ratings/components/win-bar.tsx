import { cn } from "@/lib/cn";
import type { Estimate, Record as PairRecord } from "../api/ratings";
import { estimateWords, formatPercent, votesOf } from "../fns/words";

interface WinBarProps {
  record: PairRecord;
  /** The share of wins with its interval. */
  observed: Estimate | null;
  /** The bar in words. */
  label: string;
  tall?: boolean;
}

const percent = (share: number) => `${share * 100}%`;

/** Blue are wins of the first model, amber wins of the second, gray ties; the black line is the interval. */
export function WinBar({ record, observed, label, tall = false }: WinBarProps) {
  const votes = votesOf(record);
  const parts: [string, number, string][] = [
    ["wins", record.wins, "bg-side-left"],
    ["ties", record.ties, "bg-line-strong"],
    [
      "bad",
      record.both_bad,
      "bg-line-strong bg-[repeating-linear-gradient(135deg,var(--faint)_0_1.5px,transparent_1.5px_5px)]",
    ],
    ["losses", record.losses, "bg-side-right"],
  ];
  return (
    <span
      role="img"
      aria-label={label}
      className={cn("relative block w-full min-w-20", tall ? "h-9" : "h-4")}
    >
      <span
        className={cn(
          "absolute inset-x-0 flex gap-px overflow-hidden bg-soft",
          tall ? "inset-y-1 rounded-lg" : "inset-y-[3px] rounded",
        )}
      >
        {parts.map(
          ([name, count, look]) =>
            count > 0 && (
              <span
                key={name}
                className={cn("transition-[width] duration-200", look)}
                style={{ width: percent(count / votes) }}
              />
            ),
        )}
      </span>
      {observed && votes > 0 && (
        <>
          <span
            className="absolute top-1/2 h-0.5 -translate-y-1/2 bg-ink ring-1 ring-panel"
            style={{ left: percent(observed.low), right: percent(1 - observed.high) }}
          />
          <span
            className="absolute inset-y-0 w-0.5 -translate-x-1/2 rounded bg-ink ring-1 ring-panel"
            style={{ left: percent(observed.value) }}
          />
        </>
      )}
    </span>
  );
}

/** "58% (51–65%)"; on a phone only the bar shows the interval. */
export function Share({ estimate }: { estimate: Estimate }) {
  return (
    <>
      <span aria-hidden="true" className="sm:hidden">
        {formatPercent(estimate.value)}
      </span>
      <span className="max-sm:sr-only">{estimateWords(estimate)}</span>
    </>
  );
}
