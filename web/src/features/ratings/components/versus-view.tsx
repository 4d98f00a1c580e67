import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, Columns2, GitCompareArrows } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import type { Offer } from "@/components/ui/model-choices";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import { usePageTitle } from "@/lib/page-title";
import { describeFailure, Problem } from "@/lib/problem";
import type { Versus } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";
import { useLiveRatings } from "../hooks/use-live-ratings";
import { ExampleBattles, type ModelNames } from "./example-battles";
import { type ChoosableModel, ModelChoice } from "./model-choice";
import { RatingsNav } from "./ratings-nav";
import { VersusBoards } from "./versus-boards";
import { VersusHeadline } from "./versus-headline";

const words = ratingsStrings.versus;

interface VersusViewProps {
  a: string | undefined;
  b: string | undefined;
  models: readonly ChoosableModel[];
  offer: Offer;
  onAskModels: () => void;
  names: ModelNames;
  onChoose: (pair: { a: string | undefined; b: string | undefined }) => void;
}

/** Two models head to head. */
export function VersusView({ a, b, models, names, onChoose, ...props }: VersusViewProps) {
  useLiveRatings();
  const title = a && b ? words.pageTitle(names.get(a) ?? a, names.get(b) ?? b) : words.title;
  usePageTitle(title);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5">
      <RatingsNav current="versus" />
      <h1 className="text-[22px] leading-tight font-semibold tracking-tight">{title}</h1>
      <div className="flex items-center gap-2 max-sm:flex-col">
        <ModelChoice
          side="left"
          models={models}
          offer={props.offer}
          onAskAgain={props.onAskModels}
          chosen={a}
          onChoose={(next) => onChoose({ a: next, b })}
        />
        <Button
          size="icon"
          variant="ghost"
          aria-label={words.swap}
          disabled={!a && !b}
          onClick={() => onChoose({ a: b, b: a })}
        >
          <ArrowLeftRight aria-hidden="true" />
        </Button>
        <ModelChoice
          side="right"
          models={models}
          offer={props.offer}
          onAskAgain={props.onAskModels}
          chosen={b}
          onChoose={(next) => onChoose({ a, b: next })}
        />
      </div>
      <Contents a={a} b={b} names={names} />
    </div>
  );
}

function Contents({ a, b, names }: Pick<VersusViewProps, "a" | "b" | "names">) {
  if (!a || !b) return <Message {...words.pick} />;
  if (a === b) return <Message {...words.same} />;
  return <Comparison key={`${a}\n${b}`} a={a} b={b} names={names} />;
}

function Message({ title, detail }: { title: string; detail: string }) {
  return (
    <EmptyState icon={GitCompareArrows} title={title}>
      {detail}
    </EmptyState>
  );
}

function Comparison({ a, b, names }: { a: string; b: string; names: ModelNames }) {
  const { data, error, refetch } = $api.useQuery("get", "/api/models/{a}/versus/{b}", {
    params: { path: { a, b } },
  });
  if (error instanceof Problem && error.isNotFound) return <Message {...words.gone} />;
  if (error && !data) return <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />;
  return data ? <Known data={data} names={names} /> : <Loading />;
}

function Known({ data, names }: { data: Versus; names: ModelNames }) {
  const { a, b } = data;
  const battles = $api.useQuery("get", "/api/models/{a}/versus/{b}/battles", {
    params: { path: { a: a.model_id, b: b.model_id } },
  });
  const own = new Map([...names, [a.model_id, a.model_name], [b.model_id, b.model_name]]);
  return (
    <>
      <VersusHeadline data={data} action={<SideBySide data={data} />} />
      <VersusBoards data={data} />
      <Section title={words.examples}>
        <ExampleBattles data={battles.data} names={own} nothing={words.noExamples} />
      </Section>
    </>
  );
}

function SideBySide({ data: { a, b } }: { data: Versus }): ReactNode {
  if (a.status !== "active" || b.status !== "active") return null;
  return (
    <Button asChild variant="primary">
      <Link to="/" search={{ mode: "side_by_side", models: [a.model_id, b.model_id] }}>
        <Columns2 aria-hidden="true" />
        {words.sideBySide}
      </Link>
    </Button>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <Skeleton className="h-56 w-full rounded-card" />
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
  );
}
