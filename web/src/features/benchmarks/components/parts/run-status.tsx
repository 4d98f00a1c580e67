import { Badge } from "@/components/ui/badge";
import { cn } from "@/lib/cn";
import type { RunRow } from "../../api/bench";
import { benchStrings } from "../../fns/strings";

const DOTS: Record<RunRow["status"], string> = {
  running: "bg-accent animate-breathe",
  paused: "border-[1.5px] border-faint",
  finished: "bg-good",
  cancelled: "bg-faint",
  stopped: "bg-bad",
};

export function RunStatusBadge({ status }: { status: RunRow["status"] }) {
  return (
    <Badge className="gap-1.5">
      <span aria-hidden="true" className={cn("size-2 rounded-full", DOTS[status])} />
      {benchStrings.runs.statuses[status]}
    </Badge>
  );
}
