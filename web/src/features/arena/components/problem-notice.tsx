import { Link, useLocation } from "@tanstack/react-router";
import { CircleAlert, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { RequestId } from "@/components/ui/request-id";
import type { Problem } from "@/lib/problem";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.problem;

interface ProblemNoticeProps {
  problem: Problem;
  onRetry: () => void;
  onClose: () => void;
}

/** Says what happened, when it will work again, and that the draft is safe. */
export function ProblemNotice({ problem, onRetry, onClose }: ProblemNoticeProps) {
  const seconds = useSecondsUntil(problem.retryAt);
  const field = problem.fieldErrors[0];
  return (
    <div
      role="alert"
      className="mx-auto flex w-full max-w-[900px] shrink-0 flex-wrap items-start justify-end gap-3 rounded-card border border-line bg-panel p-3 text-left shadow-lift"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1 basis-52">
        <p>
          <strong className="font-semibold">{problem.title}</strong>{" "}
          <span className="text-dim">
            {field ? field.message : problem.detail}{" "}
            <Until moment={problem.retryAt} seconds={seconds} /> {words.safe}
          </span>
        </p>
        {problem.requestId && problem.status >= 500 && <RequestId value={problem.requestId} />}
      </div>
      {problem.status === 401 && <SignInLink />}
      {problem.isTemporary && (
        <Button onClick={onRetry} disabled={seconds > 0}>
          {words.retry}
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label={words.dismiss} onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}

/** A link to sign in that returns to this page. */
export function SignInLink() {
  const { href } = useLocation();
  const search = href === "/" ? {} : { next: href };
  return (
    <Button asChild variant="primary">
      <Link to="/sign-in" search={search}>
        {arenaStrings.signedOut.signIn}
      </Link>
    </Button>
  );
}

/** A countdown that is hidden from screen readers, which would read it every second. */
function Until({ moment, seconds }: { moment: Date | undefined; seconds: number }) {
  const atFirst = useMemo(() => secondsUntil(moment), [moment]);
  if (seconds <= 0) return null;
  return (
    <>
      <span aria-hidden="true">{untilWords(seconds)}</span>
      <span className="sr-only">{untilWords(atFirst)}</span>
    </>
  );
}

function untilWords(seconds: number): string {
  return seconds < 90 ? words.inSeconds(seconds) : words.inMinutes(Math.ceil(seconds / 60));
}

const secondsUntil = (moment: Date | undefined): number =>
  moment ? Math.max(0, Math.ceil((moment.getTime() - Date.now()) / 1_000)) : 0;

function useSecondsUntil(moment: Date | undefined): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    const tell = () => setSeconds(secondsUntil(moment));
    tell();
    const clock = setInterval(tell, 1_000);
    return () => clearInterval(clock);
  }, [moment]);
  return seconds;
}
