import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { formatCount } from "@/lib/format";
import { useStore } from "@/lib/store";
import type { Imported } from "../api/ratings";
import { lastImport } from "../api/vote-sets";
import { importStrings as words } from "../fns/import-strings";

/** The result of the last import. */
export function ImportResult() {
  const result = useStore(lastImport);
  if (!result) return null;
  return (
    <Card className="flex gap-3 p-4">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{words.done(result.name)}</p>
        <p className="text-dim">
          {words.result(formatCount(result.votes), formatCount(result.models))}
        </p>
        {result.skipped > 0 && <SkippedLines result={result} />}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button asChild variant="primary">
            <Link to="/leaderboard" search={{ board: result.board }}>
              {words.board}
            </Link>
          </Button>
          <Button onClick={() => lastImport.set(undefined)}>{words.close}</Button>
        </div>
      </div>
    </Card>
  );
}

function SkippedLines({ result }: { result: Imported }) {
  return (
    <>
      <p className="mt-2 text-dim">{words.leftOut(formatCount(result.skipped))}</p>
      <ul className="list-disc pl-5 text-[13px] wrap-anywhere text-dim marker:text-faint">
        {result.problems.map((problem) => (
          <li key={problem.line}>{words.line(formatCount(problem.line), problem.reason)}</li>
        ))}
      </ul>
    </>
  );
}
