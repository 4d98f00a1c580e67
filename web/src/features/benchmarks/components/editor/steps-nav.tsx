import { Check } from "lucide-react";
import { cn } from "@/lib/cn";
import { type EditorStep, STEPS } from "../../fns/editor-search";
import { editorStrings as words } from "../../fns/editor-strings";
import { openPoints } from "../../fns/open-points";
import type { SuiteDraft } from "../../fns/suite-draft";

interface StepsNavProps {
  step: EditorStep;
  draft: SuiteDraft;
  onStep: (step: EditorStep) => void;
}

/** The steps of the editor; any step can be opened at any time. */
export function StepsNav({ step, draft, onStep }: StepsNavProps) {
  const open = new Set(openPoints(draft).map((point) => point.step));
  return (
    <nav
      aria-label={words.stepsLabel}
      className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none]"
    >
      <ol className="flex gap-1.5">
        {STEPS.map((one, place) => {
          const finished = place < STEPS.indexOf(step) && !open.has(one);
          return (
            <li key={one} className="shrink-0">
              <button
                type="button"
                aria-current={one === step ? "step" : undefined}
                onClick={() => onStep(one)}
                className={cn(
                  "inline-flex h-10 items-center gap-2 rounded-full border border-line bg-panel pr-3.5 pl-1.5 text-[13px] font-medium text-dim transition-colors hover:border-line-strong hover:text-ink md:h-9",
                  one === step && "border-accent text-ink hover:border-accent",
                )}
              >
                <span
                  aria-hidden="true"
                  className={cn(
                    "grid size-6 place-items-center rounded-full bg-soft text-xs tabular-nums",
                    one === step && "bg-accent text-on-accent",
                  )}
                >
                  {finished ? <Check className="size-3.5" /> : place + 1}
                </span>
                {words.steps[one]}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
