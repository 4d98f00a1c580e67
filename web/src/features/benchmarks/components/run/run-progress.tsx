import { Card } from "@/components/ui/card";
import { ModelLogo } from "@/components/ui/model-logo";
import { formatCount } from "@/lib/format";
import type { Run } from "../../api/results";
import { lineLabel } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { OutcomeBar, OutcomeCounts } from "./outcome-bar";

const words = runStrings.progress;

/** The progress of each model; a long list scrolls inside the card. */
export function RunProgress({ run }: { run: Run }) {
  return (
    <Card className="flex min-w-0 flex-col p-4 md:p-5">
      <h2 className="text-[15px] font-semibold tracking-tight">{words.title}</h2>
      <p className="pb-3 text-[13px] text-dim">{words.lead}</p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
        tabIndex={0}
        aria-label={words.title}
        className="-mx-1 grid max-h-160 md:max-h-112 gap-x-8 gap-y-5 overflow-y-auto px-1 md:grid-cols-2 xl:grid-cols-3"
      >
        {run.lines.map((line) => {
          const name = lineLabel(line);
          return (
            <li key={line.key} className="flex min-w-0 flex-col gap-1.5">
              <div className="flex items-center gap-2">
                <ModelLogo
                  modelId={line.model_id}
                  name={line.model_name}
                  className="size-6 rounded-md text-[10px]"
                />
                <span className="font-medium wrap-anywhere">{name}</span>
                <span className="ml-auto shrink-0 text-[13px] text-dim tabular-nums">
                  {runStrings.facts.of(formatCount(line.done), formatCount(line.total))}
                </span>
              </div>
              <OutcomeBar line={line} name={name} />
              <OutcomeCounts line={line} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
