import { CircleCheck, CircleX } from "lucide-react";
import { formatCount, formatDuration } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import type { Connected } from "../../api/onboarding";
import { startStrings } from "../../fns/start-strings";

const words = startStrings.connect;
const LEAST_SHOWN_MS = 100;

interface ConnectOutcomeProps {
  pending: boolean;
  error: Error | null;
  connected: Connected | undefined;
}

/** Whether one of its models answered, in one sentence. */
export function ConnectOutcome({ pending, error, connected }: ConnectOutcomeProps) {
  return (
    <div role="status" className="text-[13px] empty:hidden">
      {pending && <p className="animate-breathe text-dim">{words.testing}</p>}
      {!pending && error && <Failed words={describeFailure(error)} />}
      {!pending && connected && <Verdict {...connected} />}
    </div>
  );
}

function Verdict({ verdict, provider_id }: Connected) {
  if (provider_id === null) return <Failed words={{ title: verdict.message }} />;
  const facts = words.facts(
    formatCount(verdict.models ?? 0),
    formatDuration(Math.max(LEAST_SHOWN_MS, verdict.answer_ms ?? 0)),
  );
  return (
    <p className="flex gap-2 rounded-control bg-good/10 px-3 py-2">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
      <span>
        <b className="font-semibold">{words.works}</b> {facts}
      </span>
    </p>
  );
}

function Failed({
  words: { title, detail },
}: {
  words: { title: string; detail?: string | undefined };
}) {
  return (
    <p className="flex gap-2 rounded-control bg-bad-soft px-3 py-2">
      <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
      <span className="min-w-0 wrap-anywhere">
        {title} {detail}
      </span>
    </p>
  );
}
