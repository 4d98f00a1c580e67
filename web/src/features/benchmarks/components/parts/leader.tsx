import { Badge } from "@/components/ui/badge";
import { ModelLogo } from "@/components/ui/model-logo";
import type { RunSummary } from "../../api/results";
import { benchStrings } from "../../fns/strings";
import { Score } from "./score";

const words = benchStrings.runs;

/** Who leads in a run, in a cell of a list. */
export function Leader({ found }: { found: RunSummary | undefined }) {
  if (!found?.model_id) {
    return <span className="text-faint">{found ? words.noScore : "–"}</span>;
  }
  const name = found.model_name ?? found.model_id;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <ModelLogo
        modelId={found.model_id}
        name={name}
        className="size-5 shrink-0 rounded-[5px] text-[9px]"
      />
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      {found.prompt && <Badge>{found.prompt}</Badge>}
      {found.tied > 0 && <span className="text-[13px] text-dim">{words.tied(found.tied)}</span>}
    </span>
  );
}

export function LeaderScore({ found }: { found: RunSummary | undefined }) {
  return found?.score ? (
    <Score score={found.score} stacked />
  ) : (
    <span className="text-faint">–</span>
  );
}
