import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Hint } from "@/components/ui/hint";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import type { Suite } from "../../api/bench";
import { useSuite } from "../../api/suites";
import type { SuiteSearch } from "../../fns/suite-search";
import { suiteStrings as words } from "../../fns/suite-strings";
import { suiteTitle } from "../../fns/suites-shown";
import { useLiveRuns } from "../../hooks/use-live-runs";
import { useVersionRestore } from "../../hooks/use-version-restore";
import { HistoryPlot } from "../compare/history-plots";
import { Loaded } from "../parts/loaded";
import { OriginBadge } from "../parts/origin-badge";
import { SuitePrompts } from "./suite-prompts";
import { SuiteRuns } from "./suite-runs";
import { SuiteSamples } from "./suite-samples";
import { SuiteScores } from "./suite-scores";
import { SuiteTools } from "./suite-tools";
import { SuiteVersions } from "./suite-versions";
import { type ComparedVersions, VersionCompare } from "./version-compare";

interface SuiteViewProps {
  suiteId: string;
  search: SuiteSearch;
  onSearch: (search: SuiteSearch) => void;
  names: ReadonlyMap<string, string>;
}

/** One version of a suite: its prompts, scoring and samples, its runs, and the other versions. */
export function SuiteView({ suiteId, search, onSearch, names }: SuiteViewProps) {
  useLiveRuns();
  const query = useSuite(suiteId, search.version);
  const { old, new: newer, ...rest } = search;
  const compared = old && newer ? { old, new: newer } : undefined;
  const onCompare = (next: ComparedVersions | undefined) => onSearch({ ...rest, ...next });
  const onNewest = () => onSearch({});
  return (
    <Loaded query={query} name={words.name} skeleton={<SuiteSkeleton />}>
      {(suite) => (
        <div className="flex flex-col gap-6">
          <Head suite={suite} />
          <Notice suite={suite} onNewest={onNewest} onCompare={onCompare} />
          {compared && <VersionCompare suite={suite} compared={compared} onCompare={onCompare} />}
          <div className="grid gap-x-6 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="flex min-w-0 flex-col gap-6">
              <SuitePrompts spec={suite.spec} />
              <SuiteScores spec={suite.spec} />
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              <SuiteRuns suiteId={suiteId} names={names} />
              <SuiteVersions suite={suite} onCompare={onCompare} onNewest={onNewest} />
            </div>
          </div>
          <SuiteHistory suiteId={suiteId} />
          <SuiteSamples
            suite={suite}
            page={search.page ?? 1}
            onPage={(page) => onSearch({ ...search, page })}
          />
        </div>
      )}
    </Loaded>
  );
}

function SuiteHistory({ suiteId }: { suiteId: string }) {
  const row = $api
    .useQuery("get", "/api/bench/suites")
    .data?.suites.find((one) => one.suite_id === suiteId);
  if (!row || row.runs < 2) return null;
  return (
    <Section title={words.history.title}>
      <HistoryPlot suiteId={suiteId} title={words.history.chart} />
    </Section>
  );
}

function Head({ suite }: { suite: Suite }) {
  const { spec } = suite;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-60 flex-1">
        <h1 className="text-[22px] leading-tight font-semibold tracking-tight">
          {suiteTitle(spec)}
        </h1>
        <p className="max-w-3xl text-pretty text-dim">{spec.description || suite.name}</p>
        <div className="flex flex-wrap gap-1.5 pt-2">
          <OriginBadge origin={suite.origin} />
          {spec.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </div>
      </div>
      <SuiteTools suite={suite} />
      <dl className="flex w-full flex-wrap gap-x-8 gap-y-2">
        <Fact label={words.version}>{formatCount(suite.number)}</Fact>
        <Fact label={words.samples}>{formatCount(suite.sample_count)}</Fact>
        {suite.clusters !== null && (
          <Fact label={words.groups} hint={words.groupsHint}>
            {formatCount(suite.clusters)}
          </Fact>
        )}
        <Fact label={words.epochs}>{formatCount(spec.epochs)}</Fact>
      </dl>
    </div>
  );
}

function Fact({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-dim">{hint ? <Hint content={hint}>{label}</Hint> : label}</dt>
      <dd className="text-[17px] leading-snug font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

interface NoticeProps {
  suite: Suite;
  onNewest: () => void;
  onCompare: (compared: ComparedVersions) => void;
}

function Notice({ suite, onNewest, onCompare }: NoticeProps) {
  const restore = useVersionRestore(suite, onNewest);
  const newest = suite.versions[0]?.number ?? suite.number;
  const isOld = suite.number !== newest;
  if (!isOld && !suite.archived) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-card border border-line bg-soft px-4 py-2.5">
      <p className="mr-auto">
        {suite.archived
          ? words.isArchived
          : words.isOld(formatCount(suite.number), formatCount(newest))}
      </p>
      {isOld && (
        <>
          <Button onClick={() => onCompare({ old: suite.number, new: newest })}>
            {words.versions.compareLatest}
          </Button>
          {restore && (
            <Button disabled={restore.isPending} onClick={() => restore.restore(suite.number)}>
              {words.versions.restore}
            </Button>
          )}
          <Button onClick={onNewest}>{words.toNewest}</Button>
        </>
      )}
    </div>
  );
}

function SuiteSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-6 w-64 max-w-full" />
        <Skeleton className="w-96 max-w-full" />
        <Skeleton className="h-10 w-72 max-w-full" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Skeleton className="h-72 w-full rounded-card" />
        <Skeleton className="h-48 w-full rounded-card" />
      </div>
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
  );
}
