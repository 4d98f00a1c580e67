import { Link } from "@tanstack/react-router";
import { ArrowLeft, Boxes } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeChip } from "@/components/ui/code-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { ModelLogo } from "@/components/ui/model-logo";
import { Skeleton } from "@/components/ui/skeleton";
import { usePageTitle } from "@/lib/page-title";
import { describeFailure, Problem } from "@/lib/problem";
import { useModel } from "../api/get-model";
import type { Model } from "../api/model";
import { modelsStrings } from "../fns/strings";
import { useLiveModels } from "../hooks/use-live-models";
import { ModelFacts, ModelFactsSkeleton } from "./model-facts";

interface ModelDetailsProps {
  modelId: string;
  /** Content from other features. */
  children: ReactNode;
  aside: ReactNode;
}

export function ModelDetails({ modelId, children, aside }: ModelDetailsProps) {
  useLiveModels();
  const { data, error, refetch } = useModel(modelId);
  usePageTitle(data?.model_name ?? modelsStrings.title);

  if (error instanceof Problem && error.isNotFound) return <NoSuchModel modelId={modelId} />;
  if (!data && error) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="/models"
        className="-ml-1 inline-flex min-h-10 items-center gap-1.5 self-start rounded-lg px-1 text-[13px] font-medium text-dim hover:text-ink md:min-h-6"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {modelsStrings.all}
      </Link>
      {data ? (
        <>
          <Headline model={data} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_25rem]">
            <div className="flex min-w-0 flex-col gap-6">{children}</div>
            <div className="flex min-w-0 flex-col gap-6 xl:order-last">
              <ModelFacts model={data} />
              {aside}
            </div>
          </div>
        </>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Headline({ model }: { model: Model }) {
  return (
    <>
      <div className="flex items-center gap-3.5">
        <ModelLogo
          modelId={model.model_id}
          name={model.model_name}
          className="size-12 rounded-xl text-lg"
        />
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-x-2.5 text-[22px] leading-tight font-semibold tracking-tight">
            {model.model_name}
            {model.status !== "active" && <Badge>{modelsStrings.status[model.status]}</Badge>}
          </h1>
          {model.organization && <p className="text-dim">{model.organization}</p>}
        </div>
      </div>
      {model.description && (
        <p className="max-w-prose text-[15px] leading-relaxed">{model.description}</p>
      )}
    </>
  );
}

function NoSuchModel({ modelId }: { modelId: string }) {
  return (
    <EmptyState
      icon={Boxes}
      heading="h1"
      title={modelsStrings.notFound.title}
      action={
        <Button asChild>
          <Link to="/models">{modelsStrings.all}</Link>
        </Button>
      }
    >
      {modelsStrings.notFound.detail} <CodeChip>{modelId}</CodeChip>
    </EmptyState>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {modelsStrings.loading}
      </p>
      <div className="flex items-center gap-3.5">
        <Skeleton className="size-12 rounded-xl" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="w-24" />
        </div>
      </div>
      <ModelFactsSkeleton />
    </div>
  );
}
