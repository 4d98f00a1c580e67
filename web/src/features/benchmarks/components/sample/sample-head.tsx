import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format";
import { usePlainKeys } from "@/lib/hotkey";
import type { RunSample } from "../../api/results";
import { type GridSearch, isFiltered, withTab } from "../../fns/run-search";
import { runStrings } from "../../fns/run-strings";
import { sampleStrings as words } from "../../fns/sample-strings";
import { useNeighbors } from "../../hooks/use-neighbors";

interface SampleHeadProps {
  found: RunSample;
  search: GridSearch;
}

const FORWARD = ["j", "ArrowRight"];
const BACK = ["k", "ArrowLeft"];

/** Whether the focus is inside a chart, a menu or scrollable text, where arrow keys have another meaning. */
const isElsewhere = () =>
  document.activeElement?.closest("[role=group], section[tabindex]") != null;

export function SampleHead({ found, search }: SampleHeadProps) {
  const { previous, next, readOn } = useNeighbors(found, search);
  const navigate = useNavigate();
  useEffect(() => readOn?.(), [readOn]);
  const go = (position: number | null): boolean => {
    if (position === null) return false;
    navigate({
      to: "/benchmarks/runs/$runId/samples/$position",
      params: { runId: found.run_id, position: String(position) },
      search,
      replace: true,
    });
    return true;
  };
  usePlainKeys((key) => {
    if (key.startsWith("Arrow") && isElsewhere()) return false;
    if (FORWARD.includes(key)) return go(next);
    return BACK.includes(key) && go(previous);
  });
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-60 flex-1">
        <h1 className="text-[22px] leading-tight font-semibold tracking-tight">
          {words.title(formatCount(found.sample.position + 1))}
        </h1>
        <p className="flex flex-wrap gap-x-2 text-dim">
          <Link
            to="/benchmarks/runs/$runId"
            params={{ runId: found.run_id }}
            search={withTab(search, "samples")}
            className="inline-flex h-10 items-center font-medium text-accent hover:underline md:h-auto"
          >
            {found.title || found.suite_title}
          </Link>
          {isFiltered(search) && <span>{words.filtered(filterWords(search))}</span>}
        </p>
      </div>
      <nav className="flex gap-2" aria-label={words.name}>
        <Turn
          label={words.previous}
          icon={ChevronLeft}
          disabled={previous === null}
          onPress={() => go(previous)}
        />
        <Turn
          label={words.next}
          icon={ChevronRight}
          disabled={next === null}
          onPress={() => go(next)}
        />
      </nav>
    </div>
  );
}

function filterWords({ filter, line, tag, q }: GridSearch): string {
  return [filter && runStrings.grid.filters[filter], line, tag, q && `“${q}”`]
    .filter(Boolean)
    .join(", ");
}

interface TurnProps {
  label: string;
  icon: LucideIcon;
  disabled: boolean;
  onPress: () => void;
}

function Turn({ label, icon: Icon, disabled, onPress }: TurnProps) {
  return (
    <Tooltip content={words.keys}>
      <Button disabled={disabled} onClick={onPress}>
        <Icon aria-hidden="true" />
        {label}
      </Button>
    </Tooltip>
  );
}
