import { Link } from "@tanstack/react-router";
import { TabNav, tabLook } from "@/components/ui/tab-links";
import { formatCount } from "@/lib/format";
import type { Run } from "../../api/results";
import { problemsOf } from "../../fns/run-lines";
import { RUN_TABS, type RunSearch, type RunTab, tabOf, withTab } from "../../fns/run-search";
import { runStrings } from "../../fns/run-strings";

const words = runStrings.tabs;

/** The parts of a run; samples and errors with their number. */
export function RunTabs({ run, search }: { run: Run; search: RunSearch }) {
  const current = tabOf(search);
  const errors = problemsOf(run.lines).reduce((sum, { count }) => sum + count, 0);
  const counts: Partial<Record<RunTab, number>> = {
    samples: run.sample_count,
    ...(errors > 0 ? { errors } : {}),
  };
  return (
    <TabNav label={words.label} current={current}>
      {RUN_TABS.map((tab) => {
        const count = counts[tab];
        return (
          <Link
            key={tab}
            to="/benchmarks/runs/$runId"
            params={{ runId: run.run_id }}
            search={withTab(search, tab)}
            resetScroll={false}
            aria-current={tab === current ? "page" : undefined}
            className={tabLook(tab === current)}
          >
            {words[tab]}
            {count !== undefined && (
              <span className="text-xs text-dim tabular-nums">{formatCount(count)}</span>
            )}
          </Link>
        );
      })}
    </TabNav>
  );
}
