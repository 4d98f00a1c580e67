import type { ReactNode } from "react";
import { Progress } from "@/components/ui/progress";
import { formatCost, formatCount } from "@/lib/format";
import type { Run, Verdict } from "../../api/results";
import { roughDuration } from "../../fns/duration";
import { lineLabel, runTitle } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { formatPercent, intervalWords } from "../../fns/scores";
import { benchStrings } from "../../fns/strings";

const words = runStrings.facts;
const isUnfinished = (run: Run) => run.status === "running" || run.status === "paused";

interface RunFactsProps {
  run: Run;
  verdict: Verdict | undefined;
}

/** The key figures of a run, with a progress bar while it is running. */
export function RunFacts({ run, verdict }: RunFactsProps) {
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-wrap gap-x-9 gap-y-3">
        <Best run={run} verdict={verdict} />
        <Fact label={words.answers}>
          {run.done === run.total
            ? formatCount(run.total)
            : words.of(formatCount(run.done), formatCount(run.total))}
        </Fact>
        {run.status === "running" && <Speed run={run} />}
        <Duration run={run} />
        <Fact label={words.cost}>{costWords(run)}</Fact>
        <Cheapest run={run} verdict={verdict} />
      </dl>
      {run.done < run.total && (
        <Progress
          label={benchStrings.runs.progressOf(runTitle(run))}
          value={run.total > 0 ? run.done / run.total : 0}
        />
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-dim">{label}</dt>
      <dd className="text-2xl leading-snug font-semibold tracking-tight tabular-nums">
        {children}
      </dd>
    </div>
  );
}

function Best({ run, verdict }: RunFactsProps) {
  const leader = run.lines.find((line) => line.key === verdict?.leaders[0]);
  if (!leader || leader.score.mean === null) return null;
  return (
    <Fact label={runStrings.summary.best}>
      {formatPercent(leader.score.mean)}{" "}
      <span className="text-sm font-normal text-dim">{intervalWords(leader.score)}</span>
    </Fact>
  );
}

/** The lowest cost among those that may be the best. */
function Cheapest({ run, verdict }: RunFactsProps) {
  const keys = verdict ? [...verdict.leaders, ...verdict.unclear] : [];
  const priced = run.lines.flatMap((line) =>
    keys.includes(line.key) && line.cost_usd !== null ? [{ line, cost: line.cost_usd }] : [],
  );
  const [first] = priced.toSorted((a, b) => a.cost - b.cost);
  if (!first || keys.length < 2 || priced.length < keys.length) return null;
  return (
    <Fact label={runStrings.summary.cheapest(keys.length)}>
      {formatCost(first.cost)}{" "}
      <span className="text-sm font-normal text-dim">{lineLabel(first.line)}</span>
    </Fact>
  );
}

function Speed({ run }: { run: Run }) {
  const { per_second, seconds_left } = run;
  return (
    <>
      <Fact label={words.pace}>
        {per_second === null ? "–" : per_second.toFixed(per_second < 10 ? 1 : 0)}
      </Fact>
      <Fact label={words.left}>
        {seconds_left === null ? (
          <span className="font-normal text-dim">{words.unknown}</span>
        ) : (
          roughDuration(seconds_left)
        )}
      </Fact>
    </>
  );
}

function Duration({ run }: { run: Run }) {
  if (!run.finished_at || isUnfinished(run)) return null;
  const took = (Date.parse(run.finished_at) - Date.parse(run.created_at)) / 1_000;
  return <Fact label={words.took}>{roughDuration(took)}</Fact>;
}

function costWords({ spent_usd, budget_usd, done }: Run): ReactNode {
  if (spent_usd === null && done > 0) {
    return <span className="font-normal text-dim">{words.noCost}</span>;
  }
  const spent = formatCost(spent_usd ?? 0);
  return budget_usd === null ? spent : words.budget(spent, formatCost(budget_usd));
}
