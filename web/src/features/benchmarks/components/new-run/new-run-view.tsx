import { Link } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHead } from "@/components/ui/page-head";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import type { Suite, SuiteRow } from "../../api/bench";
import { useEstimate } from "../../api/runs";
import { useScorers } from "../../api/scorers";
import { useSuite } from "../../api/suites";
import { badCron, badWebhook, type NewRunSearch, requestOf } from "../../fns/new-run";
import { newRunStrings as words } from "../../fns/new-run-strings";
import { benchStrings } from "../../fns/strings";
import { useRunDraft } from "../../hooks/use-run-draft";
import { useSubmitRun } from "../../hooks/use-submit-run";
import { Loaded } from "../parts/loaded";
import { AmountFields, MoreFields } from "./amount-fields";
import { EstimateCard } from "./estimate-card";
import { EstimateLine } from "./estimate-line";
import { type ChoosableModel, ModelsField } from "./models-field";
import { ScheduleFields } from "./schedule-fields";
import { type RunFieldsProps, SuiteFields } from "./suite-fields";

interface NewRunViewProps {
  search: NewRunSearch;
  onSearch: (search: NewRunSearch) => void;
  models: readonly ChoosableModel[];
  names: ReadonlyMap<string, string>;
}

/** The form of a new run, with its estimate. */
export function NewRunView(props: NewRunViewProps) {
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.lead} />
      <Loaded
        query={$api.useQuery("get", "/api/bench/suites")}
        name={words.title}
        skeleton={<FormSkeleton />}
      >
        {({ suites, may_write }) => {
          if (!may_write) return <Card className="p-4 text-dim">{words.notAllowed}</Card>;
          if (suites.length === 0) return <NoSuites />;
          return <Form {...props} suites={suites} />;
        }}
      </Loaded>
    </div>
  );
}

function Form({ search, onSearch, models, names, suites }: NewRunViewProps & FormProps) {
  const [draft, set] = useRunDraft(search, onSearch);
  const suite = useSuite(draft.suite || undefined, draft.version ?? undefined).data;
  const request = requestOf(draft);
  const estimate = useEstimate(request);
  const starting = useSubmitRun(draft);
  const fields = { draft, set };
  const card = useRef<HTMLDivElement>(null);
  const estimated = { query: estimate, asked: request !== undefined };
  const ready = request !== undefined && !badWebhook(draft) && !badCron(draft);
  return (
    <form
      // In the one-column layout the Start button stays visible at the bottom.
      className="flex flex-col gap-4 max-lg:[&_:is(input,select,button,summary)]:scroll-mb-36 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !starting.isPending) starting.go();
      }}
    >
      <Card className="flex min-w-0 flex-col gap-5 p-4">
        <div>
          <Segmented
            label={words.how}
            value={draft.repeat ? "repeat" : "once"}
            onChange={(how) => set({ repeat: how === "repeat" })}
            options={[
              { value: "once", label: words.once },
              { value: "repeat", label: words.repeat },
            ]}
          />
        </div>
        {draft.repeat && <ScheduleFields {...fields} />}
        <SuiteFields {...fields} suites={suites} suite={suite} />
        <ModelsField
          label={words.models}
          add={words.addModel}
          hint={words.modelsHint}
          models={models}
          chosen={draft.models}
          onChange={(chosen) => set({ models: chosen })}
        />
        {suite && <SuiteDependent {...fields} suite={suite} models={models} />}
      </Card>
      <div className="contents min-w-0 flex-col gap-3 lg:sticky lg:top-20 lg:flex">
        <EstimateCard {...estimated} names={names} ref={card} />
        <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 -mx-4 -mb-5 flex items-center gap-3 border-t border-line bg-panel px-4 py-2.5 md:bottom-0 md:-mx-5 md:px-5 lg:static lg:m-0 lg:flex-col lg:items-stretch lg:border-0 lg:bg-transparent lg:p-0">
          <EstimateLine {...estimated} onShow={() => card.current?.scrollIntoView()} />
          <Button type="submit" variant="primary" disabled={!ready || starting.isPending}>
            {starting.isPending ? words.starting : draft.repeat ? words.save : words.start}
          </Button>
        </div>
      </div>
    </form>
  );
}

interface FormProps {
  suites: readonly SuiteRow[];
}

interface SuiteDependentProps extends RunFieldsProps {
  suite: Suite;
  models: readonly ChoosableModel[];
}

/** Fields that depend on the chosen suite. */
function SuiteDependent({ draft, set, suite, models }: SuiteDependentProps) {
  const scorers = useScorers().data?.scorers ?? [];
  const judged = suite.spec.scores.some((score) =>
    scorers.find((one) => one.name === score.scorer)?.needs.includes("judge"),
  );
  const missing = draft.judges.length + suite.spec.judges.length === 0;
  return (
    <>
      {judged && (
        <ModelsField
          label={words.judges}
          add={words.addJudge}
          hint={words.judgesHint}
          error={missing ? words.noJudge : undefined}
          models={models}
          chosen={draft.judges}
          onChange={(judges) => set({ judges })}
        />
      )}
      <AmountFields draft={draft} set={set} suite={suite} />
      <details className="border-t border-line pt-3">
        <summary className="cursor-pointer py-1 font-medium">{words.more}</summary>
        <MoreFields draft={draft} set={set} suite={suite} />
      </details>
    </>
  );
}

function NoSuites() {
  return (
    <EmptyState
      icon={ListChecks}
      title={words.noSuites.title}
      action={
        <Button asChild variant="primary">
          <Link to="/benchmarks/suites/new">{benchStrings.newSuite}</Link>
        </Button>
      }
    >
      {words.noSuites.detail}
    </EmptyState>
  );
}

function FormSkeleton() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-96 w-full rounded-card" />
      <Skeleton className="h-56 w-full rounded-card" />
    </div>
  );
}
