import { Link } from "@tanstack/react-router";
import { Progress } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format";
import type { RunRow } from "../../api/bench";
import { benchStrings } from "../../fns/strings";
import { ModelLogos } from "../parts/model-logos";
import { RunStatusBadge } from "../parts/run-status";

const words = benchStrings.runs;

interface RunsTableProps {
  runs: readonly RunRow[];
  names: ReadonlyMap<string, string>;
}

export function RunsTable({ runs, names }: RunsTableProps) {
  const { columns } = words;
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <HeadCell>{columns.run}</HeadCell>
          <HeadCell className="w-40 max-md:hidden">{columns.models}</HeadCell>
          <HeadCell className="w-28">{columns.status}</HeadCell>
          <HeadCell className="w-44 max-sm:hidden">{columns.progress}</HeadCell>
          <HeadCell className="w-36 max-lg:hidden">{columns.started}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunLine key={run.run_id} run={run} names={names} />
        ))}
      </tbody>
    </Table>
  );
}

function RunLine({ run, names }: { run: RunRow; names: ReadonlyMap<string, string> }) {
  const suite = run.suite_title || run.suite_name;
  const title = run.title || suite;
  const about = [title !== suite && suite, words.version(formatCount(run.version))].filter(Boolean);
  return (
    <Row>
      <Cell className="whitespace-normal">
        <Link
          to="/benchmarks/runs/$runId"
          params={{ runId: run.run_id }}
          className="font-semibold after:absolute after:inset-0"
        >
          {title}
        </Link>
        <p className="truncate text-[13px] text-dim">{about.join(" · ")}</p>
        <div className="pt-1 sm:hidden">
          <Done run={run} name={title} />
        </div>
      </Cell>
      <Cell className="max-md:hidden">
        <ModelLogos models={run.models} names={names} />
      </Cell>
      <Cell>
        {run.reason ? (
          <Tooltip content={run.reason}>
            <span className="relative z-10">
              <RunStatusBadge status={run.status} />
            </span>
          </Tooltip>
        ) : (
          <RunStatusBadge status={run.status} />
        )}
      </Cell>
      <Cell className="max-sm:hidden">
        <Done run={run} name={title} />
      </Cell>
      <Cell className="text-dim max-lg:hidden">
        <span className="relative z-10">
          <RelativeTime iso={run.created_at} />
        </span>
      </Cell>
    </Row>
  );
}

/** A finished run shows only the number, without a bar. */
function Done({ run, name }: { run: RunRow; name: string }) {
  const { done, total } = run;
  if (done === total) return <span className="text-dim tabular-nums">{formatCount(total)}</span>;
  return (
    <>
      <Progress label={words.progressOf(name)} value={total > 0 ? done / total : 0} />
      <p className="pt-1 text-xs text-dim tabular-nums">
        {words.progress(formatCount(done), formatCount(total))}
      </p>
    </>
  );
}
