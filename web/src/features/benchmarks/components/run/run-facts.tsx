import type { ReactNode } from "react";
import { Progress } from "@/components/ui/progress";
import { formatCost, formatCount } from "@/lib/format";
import type { Run } from "../../api/results";
import { roughDuration } from "../../fns/duration";
import { runTitle } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { benchStrings } from "../../fns/strings";
import { ParamsLine } from "../parts/params-line";

const words = runStrings.facts;
const isUnfinished = (run: Run) => run.status === "running" || run.status === "paused";

/** The key figures of a run, with a progress bar while it is running. */
export function RunFacts({ run }: { run: Run }) {
  const layout = words.layout(
    formatCount(run.sample_count),
    formatCount(run.models.length),
    formatCount(run.prompts.length),
    formatCount(run.epochs),
  );
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact label={words.answers}>
          {run.done === run.total
            ? formatCount(run.total)
            : words.of(formatCount(run.done), formatCount(run.total))}
        </Fact>
        {run.status === "running" && <Speed run={run} />}
        <Duration run={run} />
        <Fact label={words.cost}>{costWords(run)}</Fact>
        {isUnfinished(run) && <Fact label={words.atOnce}>{formatCount(run.concurrency)}</Fact>}
        <Fact label={words.asked}>{layout}</Fact>
      </dl>
      <ParamsLine label={words.params} params={run.params} />
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
      <dd className="text-[17px] leading-snug font-semibold tabular-nums">{children}</dd>
    </div>
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
