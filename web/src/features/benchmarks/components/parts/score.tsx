import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import type { Interval } from "../../api/results";
import { formatPoints, intervalWords } from "../../fns/scores";

interface ScoreProps {
  score: Interval;
  /** Shown instead of a missing score. */
  nothing?: ReactNode;
  /** Puts the interval below, for narrow columns. */
  stacked?: boolean;
}

/** "81.2 +2.1/−2.3", in percent. */
export function Score({ score, nothing = "–", stacked = false }: ScoreProps) {
  if (score.mean === null) return <span className="text-faint">{nothing}</span>;
  return (
    <span className={cn("whitespace-nowrap tabular-nums", stacked && "flex flex-col items-end")}>
      <span className="font-semibold">{formatPoints(score.mean)}</span>{" "}
      <span className="text-[13px] text-faint">{intervalWords(score)}</span>
    </span>
  );
}
