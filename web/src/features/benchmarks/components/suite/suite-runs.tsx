import { Link } from "@tanstack/react-router";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { useRuns } from "../../api/runs";
import { suiteStrings } from "../../fns/suite-strings";
import { Loaded } from "../parts/loaded";
import { ModelLogos } from "../parts/model-logos";
import { RunStatusBadge } from "../parts/run-status";

const words = suiteStrings.runs;
const MOST = 5;

interface SuiteRunsProps {
  suiteId: string;
  names: ReadonlyMap<string, string>;
}

/** The latest runs, with a link to all of them. */
export function SuiteRuns({ suiteId, names }: SuiteRunsProps) {
  return (
    <Section
      title={words.title}
      tools={
        <Link
          to="/benchmarks"
          search={{ tab: "runs", suite: suiteId }}
          className="inline-flex h-10 items-center text-[13px] font-medium text-accent hover:underline md:h-auto"
        >
          {words.all}
        </Link>
      }
    >
      <Loaded query={useRuns({ suite: suiteId })} name={words.title}>
        {({ pages }) => {
          const runs = pages.flatMap((page) => page.runs).slice(0, MOST);
          if (runs.length === 0) return <p className="text-[13px] text-dim">{words.none}</p>;
          return (
            <Card>
              <ul>
                {runs.map((run) => (
                  <li
                    key={run.run_id}
                    className="relative flex flex-col gap-1.5 border-t border-line px-4 py-2.5 first:border-t-0 hover:bg-soft/60"
                  >
                    <div className="flex items-center justify-between gap-2">
                      <Link
                        to="/benchmarks/runs/$runId"
                        params={{ runId: run.run_id }}
                        className="truncate leading-10 font-medium after:absolute after:inset-0 md:leading-normal"
                      >
                        {run.title || run.suite_title || run.suite_name}
                      </Link>
                      <RunStatusBadge status={run.status} />
                    </div>
                    <div className="flex items-center justify-between gap-2 text-[13px] text-dim">
                      <ModelLogos models={run.models} names={names} />
                      <span className="relative z-10">
                        <RelativeTime iso={run.created_at} />
                      </span>
                    </div>
                  </li>
                ))}
              </ul>
            </Card>
          );
        }}
      </Loaded>
    </Section>
  );
}
