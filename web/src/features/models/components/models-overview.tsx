import { Boxes, Info, SearchX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TableOrCards } from "@/components/ui/table-or-cards";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import type { Model } from "../api/model";
import { filterModels, type ModelFilters } from "../fns/model-filters";
import { modelsStrings } from "../fns/strings";
import { useLiveModels } from "../hooks/use-live-models";
import { ModelsCards, ModelsCardsSkeleton } from "./models-cards";
import { ModelsFilterBar } from "./models-filter-bar";
import { ModelsTable, ModelsTableSkeleton } from "./models-table";
import { WaysToAdd } from "./ways-to-add";

interface ModelsOverviewProps {
  filters: ModelFilters;
  onFiltersChange: (filters: ModelFilters) => void;
}

export function ModelsOverview({ filters, onFiltersChange }: ModelsOverviewProps) {
  useLiveModels();
  const { data, error, refetch } = $api.useQuery("get", "/api/models");

  if (!data && error) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <Heading models={data?.models} />
      {data?.models.length === 0 ? (
        <EmptyState icon={Boxes} title={modelsStrings.empty.title}>
          <p className="mb-3">{modelsStrings.empty.lead}</p>
          <WaysToAdd />
        </EmptyState>
      ) : (
        <>
          {data?.models.every((model) => model.place === "embedded") && <OnlyIncluded />}
          <ModelsFilterBar filters={filters} onChange={onFiltersChange} />
          {data ? (
            <Matches
              models={filterModels(data.models, filters)}
              onClear={() => onFiltersChange({})}
            />
          ) : (
            <Loading />
          )}
        </>
      )}
    </div>
  );
}

function Heading({ models }: { models: readonly Model[] | undefined }) {
  const healthy = models?.filter((model) => model.health === "healthy").length;
  return (
    <div className="flex items-end gap-7">
      <div className="mr-auto">
        <h1 className="text-[22px] max-md:sr-only leading-tight font-semibold tracking-tight">
          {modelsStrings.title}
        </h1>
        <p className="text-dim">{modelsStrings.intro}</p>
      </div>
      <Stat label={modelsStrings.total} value={models?.length} />
      <Stat label={modelsStrings.healthy} value={healthy} />
    </div>
  );
}

function Stat({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <div className="text-xs text-dim">{label}</div>
      <div className="text-[17px] leading-snug font-semibold tabular-nums">
        {value === undefined ? <Skeleton className="my-1 w-6" /> : formatCount(value)}
      </div>
    </div>
  );
}

function OnlyIncluded() {
  return (
    <Card className="flex gap-3 p-4">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
      <div className="text-dim">
        <p className="font-medium text-ink">{modelsStrings.onlyIncluded.title}</p>
        <p className="mb-1.5">{modelsStrings.onlyIncluded.lead}</p>
        <WaysToAdd />
      </div>
    </Card>
  );
}

function Matches({ models, onClear }: { models: readonly Model[]; onClear: () => void }) {
  if (models.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={modelsStrings.noMatch.title}
        action={<Button onClick={onClear}>{modelsStrings.filters.clear}</Button>}
      >
        {modelsStrings.noMatch.detail}
      </EmptyState>
    );
  }
  return (
    <TableOrCards table={<ModelsTable models={models} />} cards={<ModelsCards models={models} />} />
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {modelsStrings.loading}
      </p>
      <div aria-hidden="true">
        <TableOrCards table={<ModelsTableSkeleton />} cards={<ModelsCardsSkeleton />} />
      </div>
    </div>
  );
}
