import { Link } from "@tanstack/react-router";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Suite } from "../../api/bench";
import { suiteStrings } from "../../fns/suite-strings";
import { ownLabel } from "../../fns/version-label";

const words = suiteStrings.versions;

export function SuiteVersions({ suite }: { suite: Suite }) {
  const newest = suite.versions[0]?.number;
  return (
    <Section title={words.title} lead={words.lead}>
      <Card className="max-h-96 overflow-y-auto">
        <ol>
          {suite.versions.map((version) => {
            const shown = version.number === suite.number;
            const label = ownLabel(version);
            return (
              <li
                key={version.number}
                className={cn(
                  "relative border-t border-line px-4 py-2.5 first:border-t-0",
                  shown ? "bg-soft" : "hover:bg-soft/60",
                )}
              >
                <Link
                  to="/benchmarks/suites/$suiteId"
                  params={{ suiteId: suite.suite_id }}
                  search={version.number === newest ? {} : { version: version.number }}
                  aria-current={shown}
                  className="font-medium after:absolute after:inset-0"
                >
                  {words.number(formatCount(version.number))}
                </Link>
                {label && <span className="text-dim"> · {words.label(label)}</span>}
                <p className="text-[13px] text-dim">
                  {words.samples(formatCount(version.sample_count))} ·{" "}
                  <span className="relative z-10">
                    <RelativeTime iso={version.created_at} />
                  </span>
                  {version.created_by && ` · ${words.by(version.created_by)}`}
                </p>
              </li>
            );
          })}
        </ol>
      </Card>
    </Section>
  );
}
