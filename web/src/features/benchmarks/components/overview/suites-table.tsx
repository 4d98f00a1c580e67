import { Link } from "@tanstack/react-router";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCost, formatCount } from "@/lib/format";
import type { SuiteRow } from "../../api/bench";
import type { RunSummary } from "../../api/results";
import { useSuiteSummaries } from "../../api/runs";
import { roughDuration } from "../../fns/duration";
import { benchStrings } from "../../fns/strings";
import { suiteTitle } from "../../fns/suites-shown";
import { Leader, LeaderScore } from "../parts/leader";
import { OriginBadge } from "../parts/origin-badge";

const words = benchStrings.suites;

export function SuitesTable({ suites }: { suites: readonly SuiteRow[] }) {
  const { columns } = words;
  const summaries = useSuiteSummaries();
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <HeadCell>{columns.suite}</HeadCell>
          <HeadCell className="w-24 max-2xl:hidden">{columns.origin}</HeadCell>
          <HeadCell className="w-20 text-right max-sm:hidden">{columns.samples}</HeadCell>
          <HeadCell className="w-40 max-2xl:hidden">{columns.scores}</HeadCell>
          <HeadCell className="w-48 max-md:hidden">{columns.leader}</HeadCell>
          <HeadCell className="w-26 text-right">{columns.score}</HeadCell>
          <HeadCell className="w-20 text-right max-lg:hidden">{columns.cost}</HeadCell>
          <HeadCell className="w-24 text-right max-lg:hidden">{columns.took}</HeadCell>
          <HeadCell className="w-14 text-right max-lg:hidden">{columns.runs}</HeadCell>
          <HeadCell className="w-32 max-xl:hidden">{columns.last}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {suites.map((suite) => (
          <SuiteLine key={suite.suite_id} suite={suite} found={summaries.get(suite.suite_id)} />
        ))}
      </tbody>
    </Table>
  );
}

interface SuiteLineProps {
  suite: SuiteRow;
  /** Its newest finished run. */
  found: RunSummary | undefined;
}

function SuiteLine({ suite, found }: SuiteLineProps) {
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
        {found && (
          <div className="pt-1.5 md:hidden">
            <Leader found={found} />
          </div>
        )}
      </Cell>
      <Cell className="max-2xl:hidden">
        <OriginBadge origin={suite.origin} />
      </Cell>
      <Cell className="text-right tabular-nums max-sm:hidden">
        {formatCount(suite.sample_count)}
      </Cell>
      <Cell className="truncate text-dim max-2xl:hidden">{suite.scores.join(", ")}</Cell>
      <Cell className="whitespace-normal max-md:hidden">
        <Leader found={found} />
      </Cell>
      <Cell className="text-right">
        <LeaderScore found={found} />
      </Cell>
      <Cell className="text-right tabular-nums max-lg:hidden">
        {found?.cost_usd == null ? "–" : formatCost(found.cost_usd)}
      </Cell>
      <Cell className="text-right tabular-nums max-lg:hidden">
        {found?.seconds == null ? "–" : roughDuration(found.seconds)}
      </Cell>
      <Cell className="text-right tabular-nums max-lg:hidden">{formatCount(suite.runs)}</Cell>
      <Cell className="text-dim max-xl:hidden">
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
