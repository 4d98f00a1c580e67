import { FileUp } from "lucide-react";
import { Card } from "@/components/ui/card";
import { CodeChip } from "@/components/ui/code-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import { describeFailure } from "@/lib/problem";
import { importStrings as words } from "../fns/import-strings";
import { useLiveRatings } from "../hooks/use-live-ratings";
import { ImportForm } from "./import-form";
import { RatingsNav } from "./ratings-nav";
import { VoteSetsTable } from "./vote-sets-table";

/** Imported votes and a form to import more. */
export function ImportsView() {
  useLiveRatings();
  const { data, error, refetch } = $api.useQuery("get", "/api/vote-sets");
  if (error && !data) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4">
      <RatingsNav current="imports" />
      <div>
        <h1 className="text-[22px] leading-tight font-semibold tracking-tight">{words.title}</h1>
        <p className="text-dim">{words.lead}</p>
      </div>
      {data ? (
        <>
          {data.may_import ? <ImportForm /> : <NotAllowed />}
          {data.sets.length > 0 ? (
            <VoteSetsTable sets={data.sets} mayRemove={data.may_import} />
          ) : (
            <EmptyState icon={FileUp} title={words.empty.title}>
              {words.empty.detail}
            </EmptyState>
          )}
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function NotAllowed() {
  return (
    <Card className="p-4 text-dim">
      {words.notAllowed} <CodeChip>{words.command}</CodeChip>
    </Card>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <Skeleton className="h-40 w-full rounded-card" />
      <Skeleton className="h-32 w-full rounded-card" />
    </div>
  );
}
