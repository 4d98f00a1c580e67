import { Link } from "@tanstack/react-router";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { SuiteRow } from "../../api/bench";
import { benchStrings } from "../../fns/strings";
import { suiteTitle } from "../../fns/suites-shown";
import { OriginBadge } from "../parts/origin-badge";

const words = benchStrings.suites;

export function SuitesTable({ suites }: { suites: readonly SuiteRow[] }) {
  const { columns } = words;
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <HeadCell>{columns.suite}</HeadCell>
          <HeadCell className="w-28 max-md:hidden">{columns.origin}</HeadCell>
          <HeadCell className="w-20 text-right">{columns.samples}</HeadCell>
          <HeadCell className="w-44 max-lg:hidden">{columns.scores}</HeadCell>
          <HeadCell className="w-16 text-right max-sm:hidden">{columns.runs}</HeadCell>
          <HeadCell className="w-36 max-md:hidden">{columns.last}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {suites.map((suite) => (
          <SuiteLine key={suite.suite_id} suite={suite} />
        ))}
      </tbody>
    </Table>
  );
}

function SuiteLine({ suite }: { suite: SuiteRow }) {
  return (
    <Row>
      <Cell className="whitespace-normal">
        <Link
          to="/benchmarks/suites/$suiteId"
          params={{ suiteId: suite.suite_id }}
          className="font-semibold after:absolute after:inset-0"
        >
          {suiteTitle(suite)}
        </Link>
        <p className="truncate text-[13px] text-dim">{suite.description || suite.name}</p>
      </Cell>
      <Cell className="max-md:hidden">
        <OriginBadge origin={suite.origin} />
      </Cell>
      <Cell className="text-right tabular-nums">{formatCount(suite.sample_count)}</Cell>
      <Cell className="truncate text-dim max-lg:hidden">{suite.scores.join(", ")}</Cell>
      <Cell className="text-right tabular-nums max-sm:hidden">{formatCount(suite.runs)}</Cell>
      <Cell className="text-dim max-md:hidden">
        {suite.last_run_at ? (
          <span className="relative z-10">
            <RelativeTime iso={suite.last_run_at} />
          </span>
        ) : (
          words.never
        )}
      </Cell>
    </Row>
  );
}
