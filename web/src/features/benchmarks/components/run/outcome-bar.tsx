import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { RunLine } from "../../api/results";
import { runStrings as words } from "../../fns/run-strings";

const PARTS = ["right", "wrong", "unparsed", "failed"] as const;
type Part = (typeof PARTS)[number];

const HATCHED =
  "bg-[repeating-linear-gradient(135deg,var(--faint)_0_2px,transparent_2px_5px)] bg-soft";
const FILLS: Record<Part, string> = {
  right: "bg-accent",
  wrong: "bg-line-strong",
  unparsed: HATCHED,
  failed: "bg-bad",
};

const countsOf = (line: RunLine): Record<Part, number> => ({
  right: line.right,
  wrong: line.wrong,
  unparsed: line.unparsed,
  failed: line.failed + line.quarantined,
});

/** The progress of a model and the outcomes of its answers. */
export function OutcomeBar({ line, name }: { line: RunLine; name: string }) {
  const counts = countsOf(line);
  const total = Math.max(line.total, 1);
  const shown = PARTS.filter((part) => counts[part] > 0);
  const spoken = shown.map((part) => `${formatCount(counts[part])} ${words.outcomes[part]}`);
  return (
    <div
      role="progressbar"
      aria-label={words.progress.of(name)}
      aria-valuemin={0}
      aria-valuemax={line.total}
      aria-valuenow={line.done}
      aria-valuetext={[
        words.facts.of(formatCount(line.done), formatCount(line.total)),
        ...spoken,
      ].join(", ")}
      className="flex h-2.5 gap-px overflow-hidden rounded-full bg-soft ring-1 ring-line ring-inset"
    >
      {shown.map((part) => (
        <span
          key={part}
          className={cn("h-full transition-[width] duration-200", FILLS[part])}
          style={{ width: `${(counts[part] / total) * 100}%` }}
        />
      ))}
    </div>
  );
}

/** The legend of the bar, with numbers. */
export function OutcomeCounts({ line }: { line: RunLine }) {
  const counts = countsOf(line);
  const extra = [
    line.retrying > 0 && words.progress.retrying(formatCount(line.retrying)),
    line.cached > 0 && words.progress.cached(formatCount(line.cached)),
  ].filter(Boolean);
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-[13px] text-dim tabular-nums">
      {PARTS.filter((part) => counts[part] > 0 || part === "right").map((part) => (
        <span key={part} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={cn("size-2.5 rounded-[3px] ring-1 ring-line ring-inset", FILLS[part])}
          />
          {formatCount(counts[part])} {words.outcomes[part]}
        </span>
      ))}
      {extra.map((text) => (
        <span key={String(text)}>{text}</span>
      ))}
    </p>
  );
}
