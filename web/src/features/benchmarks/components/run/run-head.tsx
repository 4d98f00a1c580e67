import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatCount } from "@/lib/format";
import type { Run } from "../../api/results";
import { runTitle } from "../../fns/run-lines";
import { runStrings as words } from "../../fns/run-strings";
import { RunStatusBadge } from "../parts/run-status";
import { EditRun } from "./edit-run";
import { RunTools } from "./run-tools";

export function RunHead({ run }: { run: Run }) {
  const [editing, setEditing] = useState(false);
  const title = runTitle(run);
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-60 flex-1">
        <div className="flex items-start gap-1">
          <h1 className="text-[22px] leading-tight font-semibold tracking-tight wrap-anywhere">
            {title}
          </h1>
          {run.may_change && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={words.edit.title}
              className="-my-1.5 md:-my-1 md:size-8"
              onClick={() => setEditing(true)}
            >
              <Pencil aria-hidden="true" />
            </Button>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1.5 text-[13px] text-dim">
          <RunStatusBadge status={run.status} />
          <Link
            to="/benchmarks/suites/$suiteId"
            params={{ suiteId: run.suite_id }}
            search={{ version: run.version }}
            className="inline-flex h-10 items-center font-medium text-accent hover:underline md:h-auto"
          >
            {run.suite_title || run.suite_name}
          </Link>
          <span>{words.version(formatCount(run.version))}</span>
          {/* The dot belongs to what follows, so that no line ends with it. */}
          <span>
            · {words.started} <RelativeTime iso={run.created_at} />
          </span>
        </div>
      </div>
      <RunTools run={run} />
      {editing && <EditRun run={run} onClose={() => setEditing(false)} />}
    </div>
  );
}
