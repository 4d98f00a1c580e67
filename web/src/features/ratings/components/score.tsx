import type { Row } from "../api/ratings";
import { formatRating, intervalWords } from "../fns/words";

/** "1187 +12/−11" */
export function Score({ row }: { row: Pick<Row, "elo_score" | "ci_low" | "ci_high"> }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="font-semibold">{formatRating(row.elo_score)}</span>{" "}
      <span className="text-[13px] text-faint">{intervalWords(row)}</span>
    </span>
  );
}
