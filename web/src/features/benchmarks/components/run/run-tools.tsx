import { Link, useNavigate } from "@tanstack/react-router";
import {
  Ban,
  Braces,
  Download,
  Ellipsis,
  FileSpreadsheet,
  FileText,
  GitCompareArrows,
  Pause,
  Play,
  RotateCw,
  Table2,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import type { Run } from "../../api/results";
import { useDeleteRun, usePauseRun, useResumeRun, useRetryFailed } from "../../api/run";
import { searchOfRun } from "../../fns/new-run";
import { countAll, entriesOfRun, runTitle } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { AskCancel } from "./ask-cancel";

const words = runStrings.actions;
type OpenDialog = "cancel" | "remove" | undefined;

/** Actions on a run, as far as the user may use them. */
export function RunTools({ run }: { run: Run }) {
  const [asking, setAsking] = useState<OpenDialog>();
  return (
    <div className="flex flex-wrap gap-2">
      {run.may_change && <MoreMenu run={run} onAsk={setAsking} />}
      <ExportMenu run={run} />
      {run.may_change && <RetryButton run={run} />}
      {run.may_change && <PauseOrResume run={run} />}
      <Button asChild variant="primary">
        <Link to="/benchmarks/compare" search={{ entry: entriesOfRun(run) }}>
          <GitCompareArrows aria-hidden="true" />
          {words.compare}
        </Link>
      </Button>
      {asking === "cancel" && <AskCancel run={run} onClose={() => setAsking(undefined)} />}
      {asking === "remove" && <AskRemove run={run} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

function PauseOrResume({ run }: { run: Run }) {
  const pause = usePauseRun();
  const resume = useResumeRun();
  if (run.status === "running") {
    return (
      <Button disabled={pause.isPending} onClick={() => pause.mutate(run.run_id)}>
        <Pause aria-hidden="true" />
        {words.pause}
      </Button>
    );
  }
  if (run.status !== "paused" && run.status !== "stopped") return null;
  return (
    <Button disabled={resume.isPending} onClick={() => resume.mutate(run.run_id)}>
      <Play aria-hidden="true" />
      {words.resume}
    </Button>
  );
}

function RetryButton({ run }: { run: Run }) {
  const retry = useRetryFailed();
  const count = countAll(run.lines, "failed") + countAll(run.lines, "quarantined");
  if (count === 0) return null;
  const again = () =>
    retry.mutate(run.run_id, { onSuccess: () => toast({ title: runStrings.retrying }) });
  return (
    <Button disabled={retry.isPending} onClick={again}>
      <RotateCw aria-hidden="true" />
      {words.retry(formatCount(count))}
    </Button>
  );
}

function ExportMenu({ run }: { run: Run }) {
  if (run.done === 0) return null;
  const address = (format: string) => `/api/bench/runs/${run.run_id}/export?format=${format}`;
  const { formats } = runStrings;
  return (
    <ActionMenu
      label={words.export}
      align="end"
      trigger={
        <Button>
          <Download aria-hidden="true" />
          {words.export}
        </Button>
      }
      actions={[
        { label: formats.pdf, icon: FileText, href: address("pdf") },
        { label: formats.csv, icon: FileSpreadsheet, href: address("csv") },
        { label: formats.parquet, icon: Table2, href: address("parquet") },
        { label: formats.json, icon: Braces, href: address("json") },
      ]}
    />
  );
}

function MoreMenu({ run, onAsk }: { run: Run; onAsk: (asking: OpenDialog) => void }) {
  const isOver = run.status === "finished" || run.status === "cancelled";
  const navigate = useNavigate();
  const cancel = { label: words.cancel, icon: Ban, onSelect: () => onAsk("cancel") };
  const remove = { label: words.remove, icon: Trash2, onSelect: () => onAsk("remove") };
  return (
    <ActionMenu
      label={words.more}
      align="end"
      trigger={
        <Button size="icon" aria-label={words.more}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
      actions={[
        {
          label: words.again,
          icon: Play,
          onSelect: () => navigate({ to: "/benchmarks/new-run", search: searchOfRun(run) }),
        },
        ...(isOver ? [] : [cancel]),
        ...(run.status === "running" ? [] : [remove]),
      ]}
    />
  );
}

interface AskProps {
  run: Run;
  onClose: () => void;
}

function AskRemove({ run, onClose }: AskProps) {
  const navigate = useNavigate();
  const remove = useDeleteRun();
  const ask = runStrings.askRemove;
  const title = runTitle(run);
  const gone = () => {
    toast({ title: runStrings.removed(title) });
    navigate({ to: "/benchmarks", search: { tab: "runs" } });
  };
  return (
    <ConfirmDialog
      title={ask.title(title)}
      confirm={ask.confirm}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(run.run_id, { onSuccess: gone })}
      onClose={onClose}
    >
      {ask.detail(formatCount(run.done))}
    </ConfirmDialog>
  );
}
