import { Link } from "@tanstack/react-router";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCount, formatDuration } from "@/lib/format";
import type { GridCell, GridRow, Run } from "../../api/results";
import { formatClock } from "../../fns/clock";
import type { GridSearch } from "../../fns/run-search";
import { ordinal, runStrings } from "../../fns/run-strings";
import { formatPoints } from "../../fns/scores";
import { LineHead } from "../parts/line-head";
import { OutcomeMark } from "./outcome-mark";

const words = runStrings.grid;

interface GridTableProps {
  run: Run;
  rows: readonly GridRow[];
  search: GridSearch;
}

/** One row per sample and one column per model. */
export function GridTable({ run, rows, search }: GridTableProps) {
  return (
    <Table aria-label={words.title}>
      <thead>
        <tr>
          <HeadCell className="w-14 text-right max-sm:hidden">{words.number}</HeadCell>
          <HeadCell className="min-w-44">{words.sample}</HeadCell>
          {run.lines.map((line) => (
            <HeadCell key={line.key} className="w-24">
              <LineHead
                modelId={line.model_id}
                name={line.model_name}
                prompt={line.key === line.model_id ? undefined : line.prompt}
              />
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.position}>
            <Cell className="text-right text-dim tabular-nums max-sm:hidden">
              {formatCount(row.position + 1)}
            </Cell>
            <Cell className="max-w-0 min-w-44 whitespace-normal">
              <Link
                to="/benchmarks/runs/$runId/samples/$position"
                params={{ runId: run.run_id, position: String(row.position) }}
                search={search}
                className="line-clamp-2 wrap-anywhere after:absolute after:inset-0"
              >
                {row.excerpt || words.opens(formatCount(row.position + 1))}
              </Link>
            </Cell>
            {run.lines.map((line) => (
              <Cell key={line.key}>
                <GridMark cell={row.cells[line.key]} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** The outcome of one answer: an icon, the score if it is partial, and the time it took. */
function GridMark({ cell }: { cell: GridCell | undefined }) {
  if (!cell) {
    return (
      <span className="text-faint">
        <span aria-hidden="true">·</span>
        <span className="sr-only">{words.notYet}</span>
      </span>
    );
  }
  const between = cell.value !== null && cell.value > 0 && cell.value < 1;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-dim tabular-nums">
      <OutcomeMark outcome={cell.outcome} />
      {between && cell.value !== null && (
        <span className="font-medium text-ink">{formatPoints(cell.value)}</span>
      )}
      <span className="max-md:sr-only">{timeWords(cell)}</span>
    </span>
  );
}

function timeWords({ outcome, next_try_at, tries, total_ms }: GridCell): string {
  if (outcome === "retrying" && next_try_at) {
    return words.nextTry(ordinal(tries + 1), formatClock(next_try_at));
  }
  return total_ms === null ? "" : formatDuration(total_ms);
}
