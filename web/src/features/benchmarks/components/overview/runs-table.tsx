import { Link } from "@tanstack/react-router";
import { Progress } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCost, formatCount } from "@/lib/format";
import type { RunRow } from "../../api/bench";
import type { RunSummary } from "../../api/results";
import { useSummaries } from "../../api/runs";
import { roughDuration } from "../../fns/duration";
import { scoreWords } from "../../fns/scores";
import { benchStrings } from "../../fns/strings";
import { Leader, LeaderScore } from "../parts/leader";
import { ModelLogos } from "../parts/model-logos";
import { RunStatusBadge } from "../parts/run-status";

const words = benchStrings.runs;

interface RunsTableProps {
  runs: readonly RunRow[];
  names: ReadonlyMap<string, string>;
}

export function RunsTable({ runs, names }: RunsTableProps) {
  const { columns } = words;
  const summaries = useSummaries(runs);
  return (
    <Table className="table-fixed">
      <thead>
        <tr>
          <HeadCell>{columns.run}</HeadCell>
          <HeadCell className="w-40 max-2xl:hidden">{columns.models}</HeadCell>
          <HeadCell className="w-48 max-md:hidden">{columns.leader}</HeadCell>
          <HeadCell className="w-26 text-right max-sm:hidden">{columns.score}</HeadCell>
          <HeadCell className="w-20 text-right max-lg:hidden">{columns.cost}</HeadCell>
          <HeadCell className="w-24 text-right max-lg:hidden">{columns.took}</HeadCell>
          <HeadCell className="w-28">{columns.status}</HeadCell>
          <HeadCell className="w-32 max-lg:hidden">{columns.started}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunLine key={run.run_id} run={run} names={names} found={summaries.get(run.run_id)} />
        ))}
      </tbody>
    </Table>
  );
}

interface RunLineProps {
  run: RunRow;
  names: ReadonlyMap<string, string>;
  found: RunSummary | undefined;
}

function RunLine({ run, names, found }: RunLineProps) {
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
        <div className="pt-1.5 md:hidden">
          <Leader found={found} />
          <p className="pt-1 text-[13px] text-dim tabular-nums">
            {[found?.score && scoreWords(found.score), costWords(found), tookWords(run)]
              .filter((part) => part && part !== "–")
              .join(" · ")}
          </p>
        </div>
        <Done run={run} name={title} />
      </Cell>
      <Cell className="max-2xl:hidden">
        <ModelLogos models={run.models} names={names} />
      </Cell>
      <Cell className="whitespace-normal max-md:hidden">
        <Leader found={found} />
      </Cell>
      <Cell className="text-right max-sm:hidden">
        <LeaderScore found={found} />
      </Cell>
      <Cell className="text-right tabular-nums max-lg:hidden">{costWords(found)}</Cell>
      <Cell className="text-right tabular-nums max-lg:hidden">{tookWords(run)}</Cell>
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
      <Cell className="text-dim max-lg:hidden">
        <span className="relative z-10">
          <RelativeTime iso={run.created_at} />
        </span>
      </Cell>
    </Row>
  );
}

const costWords = (found: RunSummary | undefined) =>
  found?.cost_usd == null ? "–" : formatCost(found.cost_usd);

/** Until the end, or nothing while it is not over. */
const tookWords = ({ created_at, finished_at }: RunRow) =>
  finished_at ? roughDuration((Date.parse(finished_at) - Date.parse(created_at)) / 1_000) : "–";

/** The progress of an unfinished run. */
function Done({ run, name }: { run: RunRow; name: string }) {
  const { done, total } = run;
  if (done === total) return null;
  return (
    <div className="max-w-44 pt-1.5">
      <Progress label={words.progressOf(name)} value={total > 0 ? done / total : 0} />
      <p className="pt-1 text-xs text-dim tabular-nums">
        {words.progress(formatCount(done), formatCount(total))}
      </p>
    </div>
  );
}
