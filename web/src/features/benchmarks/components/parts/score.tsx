import type { ReactNode } from "react";
import type { Interval } from "../../api/results";
import { formatPoints, intervalWords } from "../../fns/scores";

interface ScoreProps {
  score: Interval;
  /** In place of a score that is not there. */
  nothing?: ReactNode;
}

/** "81.2 +2.1/−2.3", in percent. */
export function Score({ score, nothing = "–" }: ScoreProps) {
  if (score.mean === null) return <span className="text-faint">{nothing}</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="font-semibold">{formatPoints(score.mean)}</span>{" "}
      <span className="text-[13px] text-faint">{intervalWords(score)}</span>
    </span>
  );
}
