import { Link } from "@tanstack/react-router";
import { GitCompareArrows, RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Suite } from "../../api/bench";
import { suiteStrings } from "../../fns/suite-strings";
import { ownLabel } from "../../fns/version-label";
import { useVersionRestore } from "../../hooks/use-version-restore";
import type { ComparedVersions } from "./version-compare";

const words = suiteStrings.versions;

interface SuiteVersionsProps {
  suite: Suite;
  onCompare: (compared: ComparedVersions) => void;
  onNewest: () => void;
}

/** All versions, newest first, with author and note. */
export function SuiteVersions({ suite, onCompare, onNewest }: SuiteVersionsProps) {
  const restore = useVersionRestore(suite, onNewest);
  const pair = pairToCompare(suite);
  return (
    <Section
      title={words.title}
      lead={words.lead}
      tools={
        pair && (
          <Button onClick={() => onCompare(pair)}>
            <GitCompareArrows aria-hidden="true" />
            {words.compare}
          </Button>
        )
      }
    >
      <Card className="max-h-96 overflow-y-auto">
        <ol>
          {suite.versions.map((version, place) => (
            <VersionItem
              key={version.number}
              version={version}
              suite={suite}
              isNewest={place === 0}
              restore={place === 0 ? undefined : restore}
            />
          ))}
        </ol>
      </Card>
    </Section>
  );
}

/** The shown version and the one before it; for the first version, it and the newest. */
function pairToCompare({ number, versions }: Suite): ComparedVersions | undefined {
  const place = versions.findIndex((version) => version.number === number);
  const before = versions[place + 1]?.number;
  if (before !== undefined) return { old: before, new: number };
  const newest = versions[0]?.number;
  return newest === undefined || newest === number ? undefined : { old: number, new: newest };
}

interface VersionItemProps {
  version: Suite["versions"][number];
  suite: Suite;
  isNewest: boolean;
  restore: ReturnType<typeof useVersionRestore>;
}

function VersionItem({ version, suite, isNewest, restore }: VersionItemProps) {
  const isShown = version.number === suite.number;
  const label = ownLabel(version);
  const number = formatCount(version.number);
  return (
    <li
      className={cn(
        "relative flex items-center gap-2 border-t border-line px-4 py-2.5 first:border-t-0",
        isShown ? "bg-soft" : "hover:bg-soft/60",
      )}
    >
      <div className="min-w-0 flex-1">
        <Link
          to="/benchmarks/suites/$suiteId"
          params={{ suiteId: suite.suite_id }}
          search={isNewest ? {} : { version: version.number }}
          aria-current={isShown}
          className="font-medium after:absolute after:inset-0"
        >
          {words.number(number)}
        </Link>
        {label && <span className="text-dim"> · {words.label(label)}</span>}
        {version.note && <p className="text-[13px] wrap-anywhere">{version.note}</p>}
        <p className="text-[13px] text-dim">
          {words.samples(formatCount(version.sample_count))} ·{" "}
          <span className="relative z-10">
            <RelativeTime iso={version.created_at} />
          </span>
          {version.created_by && ` · ${words.by(version.created_by)}`}
        </p>
      </div>
      {restore && (
        <Button
          size="icon"
          variant="ghost"
          title={words.restoreOne(number)}
          disabled={restore.isPending}
          onClick={() => restore.restore(version.number)}
          className="relative z-10"
        >
          <RotateCcw aria-hidden="true" />
          <span className="sr-only">{words.restoreOne(number)}</span>
        </Button>
      )}
    </li>
  );
}
