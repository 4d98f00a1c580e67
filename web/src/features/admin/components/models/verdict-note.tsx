import { CircleCheck, CircleX } from "lucide-react";
import { describeFailure } from "@/lib/problem";
import type { Verdict } from "../../api/providers";

interface VerdictNoteProps {
  verdict: Verdict | undefined;
  error: Error | null;
  /** The text while the test is running. */
  running: string | false;
}

/** The result of a connection test, in one sentence. */
export function VerdictNote({ verdict, error, running }: VerdictNoteProps) {
  return (
    <div role="status" className="min-w-0 text-[13px] empty:hidden">
      {running ? <p className="animate-breathe text-dim">{running}</p> : null}
      {!running && error && <ResultLine ok={false} words={describeFailure(error).title} />}
      {!running && !error && verdict && (
        <ResultLine ok={verdict.result === "ok"} words={verdict.message} />
      )}
    </div>
  );
}

function ResultLine({ ok, words }: { ok: boolean; words: string }) {
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <p className="flex gap-2">
      <Icon
        aria-hidden="true"
        className={ok ? "mt-0.5 size-4 shrink-0 text-good" : "mt-0.5 size-4 shrink-0 text-bad"}
      />
      {words}
    </p>
  );
}
