import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { cn } from "@/lib/cn";
import { START_STEPS, type StartStep } from "../../fns/start-search";
import { startStrings as words } from "../../fns/start-strings";

interface StepBarProps {
  current: StartStep;
  open: readonly StartStep[];
}

/** Where the three steps stand. Steps that can be opened are links; on a phone only the current one shows its name. */
export function StepBar({ current, open }: StepBarProps) {
  const at = START_STEPS.indexOf(current);
  return (
    <div className="flex items-center gap-4">
      <nav aria-label={words.progress} className="min-w-0 flex-1">
        <ol className="flex items-center gap-2 md:gap-2.5">
          {START_STEPS.map((step, index) => (
            <li
              key={step}
              className="flex items-center gap-2 not-first:before:h-0.5 not-first:before:w-full not-first:before:min-w-4 not-first:before:rounded-full not-first:before:bg-line max-md:not-first:flex-1 md:gap-2.5 md:not-first:before:w-14"
            >
              <Step
                step={step}
                number={index + 1}
                state={index < at ? "done" : index === at ? "current" : "ahead"}
                isOpen={open.includes(step)}
              />
            </li>
          ))}
        </ol>
      </nav>
      <Link
        to="/"
        className="inline-flex min-h-10 shrink-0 items-center text-[13px] font-medium text-dim hover:text-ink max-sm:sr-only max-sm:focus:not-sr-only"
      >
        {words.skip}
      </Link>
    </div>
  );
}

type State = "done" | "current" | "ahead";

interface StepProps {
  step: StartStep;
  number: number;
  state: State;
  isOpen: boolean;
}

const label = "inline-flex min-h-10 items-center gap-2 text-[13px] font-medium whitespace-nowrap";

function Step({ step, number, state, isOpen }: StepProps) {
  const name = words.steps[step];
  if (state === "current") {
    return (
      <span aria-current="step" className={cn(label, "font-semibold text-ink")}>
        <Mark number={number} state={state} />
        {name}
      </span>
    );
  }
  const shown = (
    <>
      <Mark number={number} state={state} />
      <span className="max-md:sr-only">{name}</span>
    </>
  );
  if (!isOpen) return <span className={cn(label, "text-dim")}>{shown}</span>;
  return (
    <Link
      to="/start"
      search={{ step }}
      className={cn(label, "text-dim hover:text-ink max-md:min-w-10 max-md:justify-center")}
    >
      {shown}
    </Link>
  );
}

const marks: Record<State, string> = {
  done: "border-ink bg-ink text-panel",
  current: "border-accent bg-accent text-on-accent",
  ahead: "border-line-strong text-dim",
};

function Mark({ number, state }: { number: number; state: State }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid size-6 shrink-0 place-items-center rounded-full border text-xs font-semibold tabular-nums",
        marks[state],
      )}
    >
      {state === "done" ? <Check className="size-3.5" /> : number}
    </span>
  );
}
