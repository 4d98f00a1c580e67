import { Card } from "@/components/ui/card";
import { ModelLogo } from "@/components/ui/model-logo";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { cn } from "@/lib/cn";
import { formatCount, formatDuration } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import { type AdminModel, usePauseModel, useTestModels } from "../../api/models";
import { startStrings } from "../../fns/start-strings";

const words = startStrings.battle;
/** Each test is a call that costs a little. */
const MOST_TESTED = 8;

/** Asks the enabled models a short question each, and names those that do not answer. */
export function ReadyModels() {
  const { data } = $api.useQuery("get", "/api/admin/models");
  if (!data) return null;
  const models = data.models.filter(
    (model) => model.status === "active" && model.source !== "embedded",
  );
  return models.length > 0 ? <Tested models={models} /> : null;
}

function Tested({ models }: { models: readonly AdminModel[] }) {
  const tested = models.slice(0, MOST_TESTED);
  const tests = useTestModels(tested.map((model) => model.model_id));
  const done = tests.filter((test) => !test.isPending).length;
  const good = tests.filter((test) => test.data?.result === "ok").length;
  const all = formatCount(tested.length);
  return (
    <Card>
      <p
        role="status"
        className="flex flex-wrap items-baseline gap-x-2 px-4.5 py-3 text-[13px] text-dim"
      >
        <b className="text-[15px] font-semibold text-ink">{words.ready}</b>
        {done < tested.length && words.checking(formatCount(done), all)}
        {done === tested.length &&
          (good === done ? words.allAnswer(all) : words.someFail(formatCount(good), all))}
        {models.length > tested.length && (
          <span>{words.more(formatCount(models.length - tested.length))}</span>
        )}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2.5 border-t border-line px-4.5 py-3">
        {tested.map((model, index) => {
          const test = tests[index];
          return test && <TestedModel key={model.model_id} model={model} test={test} />;
        })}
      </ul>
    </Card>
  );
}

type Test = ReturnType<typeof useTestModels>[number];

function TestedModel({ model, test }: { model: AdminModel; test: Test }) {
  const { model_id: modelId, model_name: name } = model;
  const pause = usePauseModel();
  const isGood = test.data?.result === "ok";
  const failure = test.error ? describeFailure(test.error).title : !isGood && test.data?.message;
  return (
    <li className={cn("flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1", failure && "w-full")}>
      <ModelLogo modelId={modelId} name={name} className="size-6 text-[10px]" />
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      <span
        aria-hidden="true"
        className={cn(
          "size-2 shrink-0 rounded-full",
          test.isPending && "animate-breathe bg-line-strong",
          isGood && "bg-good",
          failure && "bg-bad",
        )}
      />
      {test.isPending && <span className="sr-only">{words.asking}</span>}
      {isGood && test.data && (
        <span className="sr-only">{words.answered(formatDuration(test.data.total_ms))}</span>
      )}
      {failure && (
        <>
          <span className="text-[13px] text-dim">{failure}</span>
          <button
            type="button"
            disabled={pause.isPending}
            className="min-h-10 text-[13px] font-medium text-accent hover:underline md:min-h-6"
            onClick={() =>
              pause.mutate(modelId, { onSuccess: () => toast({ title: words.leftOut(name) }) })
            }
          >
            {words.leaveOut}
            <span className="sr-only"> {name}</span>
          </button>
        </>
      )}
    </li>
  );
}
