import { Link } from "@tanstack/react-router";
import { Hint } from "@/components/ui/hint";
import { ModelLogo } from "@/components/ui/model-logo";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { Board, BoardRow } from "../../api/results";
import { suitesOf } from "../../fns/board-dots";
import { boardStrings } from "../../fns/board-strings";
import { HintedHead } from "../parts/hinted-head";
import { Score } from "../parts/score";

const words = boardStrings.table;
const NAMES = "sticky left-0 z-20 bg-panel max-sm:border-r max-sm:border-line max-sm:align-top";
/** Below its number, so that more suites fit. */
const INTERVAL = "text-[13px] text-faint sm:block";
const rounded = (value: number) => String(Math.round(value));

/**
 * One row per model and one column per suite; the names stay visible while it scrolls. On a phone, rank and rating
 * are below the name, which leaves room for the suites.
 */
export function BoardTable({ board }: { board: Board }) {
  const suites = suitesOf(board);
  return (
    <Table aria-label={words.name}>
      <thead>
        <tr>
          <HeadCell className={cn(NAMES, "bg-soft")}>
            {words.model}
            <div className="pt-1 sm:hidden">
              <Hint content={words.underHint} className="max-w-20 text-left whitespace-normal">
                {words.under}
              </Hint>
            </div>
          </HeadCell>
          <HintedHead hint={words.rankHint} className="max-sm:hidden">
            {words.rank}
          </HintedHead>
          <HintedHead hint={words.ratingHint} className="max-sm:hidden">
            {words.rating}
          </HintedHead>
          {suites.map(({ name, title }) => (
            <HintedHead key={name} hint={words.scoreHint} className="whitespace-normal">
              {title}
            </HintedHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {board.rows.map((row) => (
          <Row key={row.model_id} className="hover:bg-transparent">
            <Cell className={NAMES}>
              <ModelName row={row} />
              <div className="text-[13px] tabular-nums sm:hidden">
                <p>
                  <Rank row={row} />
                </p>
                <p>
                  <Rating row={row} />
                </p>
              </div>
            </Cell>
            <Cell className="text-right tabular-nums max-sm:hidden">
              <Rank row={row} />
            </Cell>
            <Cell className="text-right tabular-nums max-sm:hidden">
              <Rating row={row} />
            </Cell>
            {suites.map(({ name, title }) => (
              <Cell key={name} className="text-right">
                <SuiteScore row={row} suite={name} title={title} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function ModelName({ row }: { row: BoardRow }) {
  return (
    <Link
      to="/models/$modelId"
      params={{ modelId: row.model_id }}
      className="flex min-h-10 max-w-26 items-center gap-2.5 sm:max-w-64"
    >
      <ModelLogo modelId={row.model_id} name={row.model_name} className="max-sm:hidden" />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{row.model_name}</span>
        <span className="block truncate text-xs text-dim">{row.organization}</span>
      </span>
    </Link>
  );
}

function Rank({ row: { mean_rank, rank_low, rank_high } }: { row: BoardRow }) {
  if (mean_rank === null) return <span className="text-faint">–</span>;
  const known = rank_low !== null && rank_high !== null;
  return (
    <>
      <span className="font-semibold">{mean_rank.toFixed(1)}</span>{" "}
      <span className={INTERVAL}>
        {known && words.range(rank_low.toFixed(1), rank_high.toFixed(1))}
      </span>
    </>
  );
}

function Rating({ row: { rating, rating_low, rating_high } }: { row: BoardRow }) {
  if (rating === null) return <span className="text-[13px] text-faint">{words.noRating}</span>;
  const known = rating_low !== null && rating_high !== null;
  return (
    <>
      <span className="font-semibold">{rounded(rating)}</span>{" "}
      <span className={INTERVAL}>
        {known && `+${rounded(rating_high - rating)}/−${rounded(rating - rating_low)}`}
      </span>
    </>
  );
}

function SuiteScore({ row, suite, title }: { row: BoardRow; suite: string; title: string }) {
  const cell = row.suites[suite];
  if (!cell) return <span className="text-[13px] text-faint">{words.notRun}</span>;
  return (
    <Link
      to="/benchmarks/runs/$runId"
      params={{ runId: cell.run_id }}
      className="inline-flex min-h-10 items-center rounded-md underline-offset-4 hover:underline"
    >
      <Score stacked score={cell} />
      <span className="sr-only">{words.opens(row.model_name, title)}</span>
    </Link>
  );
}
