import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatCost, formatCount } from "@/lib/format";
import type { Run } from "../../api/results";
import { runStrings } from "../../fns/run-strings";
import { ParamsLine } from "../parts/params-line";

const words = runStrings.settings;

/** What was asked, of whom, and how. */
export function RunSettings({ run }: { run: Run }) {
  const names = [...new Map(run.lines.map((line) => [line.model_id, line.model_name])).values()];
  return (
    <Card className="flex flex-col gap-4 p-4 md:p-5">
      <dl
        aria-label={words.title}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
      >
        <Setting name={words.suite}>
          <Link
            to="/benchmarks/suites/$suiteId"
            params={{ suiteId: run.suite_id }}
            search={{ version: run.version }}
            className="inline-flex min-h-10 items-center font-medium text-accent hover:underline md:min-h-0"
          >
            {run.suite_title || run.suite_name}
          </Link>
          , {runStrings.version(formatCount(run.version))}
        </Setting>
        <Setting name={words.samples}>{formatCount(run.sample_count)}</Setting>
        <Setting name={words.models}>{names.join(", ")}</Setting>
        <Setting name={words.prompts}>{run.prompts.join(", ")}</Setting>
        <Setting name={words.repeats}>{formatCount(run.epochs)}</Setting>
        {run.judges.length > 0 && <Setting name={words.judges}>{run.judges.join(", ")}</Setting>}
        <Setting name={words.concurrency}>{formatCount(run.concurrency)}</Setting>
        <Setting name={words.cache}>{run.use_cache ? words.cacheOn : words.cacheOff}</Setting>
        <Setting name={words.budget}>
          {run.budget_usd === null ? words.noBudget : formatCost(run.budget_usd)}
        </Setting>
        {run.webhook && <Setting name={words.webhook}>{words.webhookOn}</Setting>}
        <Setting name={words.started}>
          <RelativeTime iso={run.created_at} />
        </Setting>
        {run.finished_at && (
          <Setting name={words.ended}>
            <RelativeTime iso={run.finished_at} />
          </Setting>
        )}
      </dl>
      <ParamsLine label={runStrings.facts.params} params={run.params} />
    </Card>
  );
}

function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-dim max-sm:-mb-2.5 max-sm:text-xs">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
