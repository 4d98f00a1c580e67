import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Overview } from "../../api/overview";
import { overviewStrings } from "../../fns/overview-strings";

const words = overviewStrings.system;

/** The job queue and the health of the workers. */
export function SystemCard({ overview }: { overview: Overview }) {
  const { queue, workers } = overview;
  return (
    <Section title={words.title}>
      <Card className="flex flex-col gap-3 p-4">
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Count name={words.waiting} count={queue.waiting} />
          <Count name={words.running} count={queue.running} />
          <Count name={words.failed} count={queue.failed} bad={queue.failed > 0} />
        </dl>
        {queue.oldest_waiting_at && (
          <p className="text-[13px] text-dim">
            {words.oldest} <RelativeTime iso={queue.oldest_waiting_at} />
          </p>
        )}
        <ul className="flex flex-col gap-2 border-t border-line pt-3">
          {workers.length === 0 && <li className="text-dim">{words.noWorkers}</li>}
          {workers.map((worker) => (
            <li key={worker.name} className="text-[13px]">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="font-medium">{worker.name}</span>
                <Badge>{worker.status}</Badge>
                <span className="text-dim">
                  {words.lastRun} <RelativeTime iso={worker.last_run_at} /> ·{" "}
                  {words.processed(formatCount(worker.votes_processed))}
                </span>
              </span>
              {worker.error_message && <p className="text-bad">{worker.error_message}</p>}
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function Count({ name, count, bad = false }: { name: string; count: number; bad?: boolean }) {
  return (
    <div>
      <dt className="text-xs text-dim">{name}</dt>
      <dd className={cn("text-[17px] font-semibold tabular-nums", bad && "text-bad")}>
        {formatCount(count)}
      </dd>
    </div>
  );
}
