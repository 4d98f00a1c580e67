import { PageHead } from "@/components/ui/page-head";
import { useOverview } from "../../api/overview";
import type { OverviewSearch } from "../../fns/overview-search";
import { overviewStrings as words } from "../../fns/overview-strings";
import { Loaded } from "../parts/loaded";
import { StartBanner } from "../start/start-banner";
import { ActivityChart } from "./activity-chart";
import { AlertsList } from "./alerts-list";
import { FigureCards, FigureCardsSkeleton } from "./figure-cards";
import { ModelActivityTable } from "./model-activity-table";
import { ReviewCard } from "./review-card";
import { SystemCard } from "./system-card";

interface OverviewViewProps {
  search: OverviewSearch;
  onSearch: (search: OverviewSearch) => void;
  /** Whether this person's role includes the budgets. */
  mayBudget: boolean;
}

export function OverviewView({ search, onSearch, mayBudget }: OverviewViewProps) {
  const query = useOverview();
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={words.title} lead={words.lead} />
      {mayBudget && <StartBanner />}
      <Loaded query={query} name={words.title} needs="moderator" skeleton={<FigureCardsSkeleton />}>
        {(overview) => (
          <>
            <FigureCards overview={overview} mayBudget={mayBudget} />
            <div className="grid gap-6 lg:grid-cols-2">
              <AlertsList />
              <ReviewCard overview={overview} />
            </div>
            <ActivityChart overview={overview} search={search} onSearch={onSearch} />
            <ModelActivityTable models={overview.models} />
            <SystemCard overview={overview} />
          </>
        )}
      </Loaded>
    </div>
  );
}
