import {
  Ban,
  Check,
  CircleQuestionMark,
  type LucideIcon,
  RotateCw,
  TriangleAlert,
  X,
} from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import type { Outcome } from "../../api/results";
import { runStrings } from "../../fns/run-strings";

/** Distinguished by shape; red means only failure. */
const LOOKS: Record<Outcome, { icon: LucideIcon; className: string }> = {
  right: { icon: Check, className: "bg-accent text-on-accent" },
  wrong: { icon: X, className: "border border-line-strong text-dim" },
  unparsed: { icon: CircleQuestionMark, className: "border border-dashed border-faint text-dim" },
  failed: { icon: TriangleAlert, className: "bg-bad-soft text-bad" },
  retrying: { icon: RotateCw, className: "bg-soft text-dim" },
  quarantined: { icon: Ban, className: "bg-bad-soft text-bad" },
};

/** The outcome of an answer as an icon, with its name for screen readers. */
export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const { icon: Icon, className } = LOOKS[outcome];
  return (
    <span className={cn("grid size-5 shrink-0 place-items-center rounded-full", className)}>
      <Icon aria-hidden="true" className="size-3" strokeWidth={2.5} />
      <span className="sr-only">{runStrings.outcomes[outcome]}</span>
    </span>
  );
}

/** The outcome with its name, and an explanation on hover. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { icon: Icon, className } = LOOKS[outcome];
  return (
    <Tooltip content={runStrings.outcomeHints[outcome]}>
      <Badge className={cn("border-transparent", className)}>
        <Icon aria-hidden="true" strokeWidth={2.5} />
        {runStrings.outcomes[outcome]}
      </Badge>
    </Tooltip>
  );
}
