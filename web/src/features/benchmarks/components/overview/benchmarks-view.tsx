import { Link } from "@tanstack/react-router";
import { FilePlus2, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Segmented } from "@/components/ui/segmented";
import { $api } from "@/lib/api-client";
import { type BenchmarksSearch, TABS } from "../../fns/benchmarks-search";
import { benchStrings as words } from "../../fns/strings";
import { useLiveRuns } from "../../hooks/use-live-runs";
import { BenchNav } from "../parts/bench-nav";
import { RunsTab } from "./runs-tab";
import { SchedulesTab } from "./schedules-tab";
import { SuitesTab } from "./suites-tab";

interface BenchmarksViewProps {
  search: BenchmarksSearch;
  onSearch: (search: BenchmarksSearch) => void;
  /** Display names of models by id. */
  names: ReadonlyMap<string, string>;
}

/** Suites, runs and schedules in tabs. */
export function BenchmarksView({ search, onSearch, names }: BenchmarksViewProps) {
  useLiveRuns();
  const mayWrite = $api.useQuery("get", "/api/bench/suites").data?.may_write === true;
  const tab = search.tab ?? "suites";
  return (
    <div className="flex flex-col gap-4">
      <BenchNav current="overview" />
      <PageHead title={words.title} lead={words.lead} tools={mayWrite && <Tools />} />
      <div className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none]">
        <Segmented
          label={words.show}
          value={tab}
          onChange={(next) => onSearch(next === "suites" ? {} : { tab: next })}
          options={TABS.map((value) => ({ value, label: words.tabs[value] }))}
        />
      </div>
      {tab === "suites" && <SuitesTab search={search} onSearch={onSearch} />}
      {tab === "runs" && <RunsTab search={search} onSearch={onSearch} names={names} />}
      {tab === "schedules" && <SchedulesTab mayWrite={mayWrite} names={names} />}
    </div>
  );
}

function Tools() {
  return (
    <>
      <Button asChild>
        <Link to="/benchmarks/suites/new">
          <FilePlus2 aria-hidden="true" />
          {words.newSuite}
        </Link>
      </Button>
      <Button asChild variant="primary">
        <Link to="/benchmarks/new-run">
          <Play aria-hidden="true" />
          {words.newRun}
        </Link>
      </Button>
    </>
  );
}
