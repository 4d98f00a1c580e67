import { Ban, Pause } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Run } from "../../api/results";
import { usePauseRun } from "../../api/run";
import { formatClock } from "../../fns/clock";
import { roughDuration } from "../../fns/duration";
import { runStrings } from "../../fns/run-strings";
import { AskCancel } from "./ask-cancel";

const words = runStrings.silent;

/** The model servers that do not answer, since when, and a way to stop waiting for them. */
export function SilentServers({ run }: { run: Run }) {
  if (run.silent.length === 0) return null;
  const names = new Map(run.lines.map((line) => [line.model_id, line.model_name]));
  return (
    <section
      role="alert"
      aria-label={words.title}
      className="flex flex-col gap-3 rounded-card border border-line bg-soft px-4 py-3"
    >
      <ul className="flex flex-col gap-1.5">
        {run.silent.map((one) => (
          <li key={one.models.join(" ")} className="wrap-anywhere">
            <strong>
              {words.noAnswer(
                one.address,
                one.models.map((id) => names.get(id) ?? id),
              )}
            </strong>{" "}
            {words.since(formatClock(one.since), roughDuration(one.seconds))}{" "}
            <span className="text-dim">{one.error ?? words.waiting}</span>
          </li>
        ))}
      </ul>
      <p className="text-[13px] text-dim">{words.next}</p>
      {run.may_change && <StopButtons run={run} />}
    </section>
  );
}

function StopButtons({ run }: { run: Run }) {
  const pause = usePauseRun();
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={pause.isPending} onClick={() => pause.mutate(run.run_id)}>
        <Pause aria-hidden="true" />
        {words.pause}
      </Button>
      <Button onClick={() => setAsking(true)}>
        <Ban aria-hidden="true" />
        {runStrings.actions.cancel}
      </Button>
      {asking && <AskCancel run={run} onClose={() => setAsking(false)} />}
    </div>
  );
}
