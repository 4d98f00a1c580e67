import { chartColor } from "@/lib/model-color";
import type { Row } from "../api/ratings";
import type { Axis } from "../fns/rows";
import { ratingsStrings } from "../fns/strings";

interface IntervalBarProps {
  row: Pick<Row, "model_id" | "elo_score" | "ci_low" | "ci_high">;
  axis: Axis;
}

/** The score on the axis of the whole leaderboard, with its interval. */
export function IntervalBar({ row, axis }: IntervalBarProps) {
  const color = chartColor(row.model_id);
  const at = (value: number) => `${((value - axis.low) / (axis.high - axis.low)) * 100}%`;
  return (
    <span className="relative block h-4 w-full min-w-24">
      <span className="sr-only">{ratingsStrings.row.interval(row.ci_low, row.ci_high)}</span>
      <span
        aria-hidden="true"
        className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 rounded bg-line"
      />
      <span
        aria-hidden="true"
        className="absolute top-1/2 h-1.5 min-w-2 -translate-y-1/2 rounded-full opacity-45 transition-[left,right] duration-200"
        style={{
          left: at(row.ci_low),
          right: `calc(100% - ${at(row.ci_high)})`,
          backgroundColor: color,
        }}
      />
      <span
        aria-hidden="true"
        className="absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rounded-full transition-[left] duration-200"
        style={{ left: at(row.elo_score), backgroundColor: color }}
      />
    </span>
  );
}
