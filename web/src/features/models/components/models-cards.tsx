import { Card } from "@/components/ui/card";
import { HealthDot } from "@/components/ui/health-dot";
import { ModelNameSkeleton, Skeleton } from "@/components/ui/skeleton";
import type { Model } from "../api/model";
import { priceWords } from "../fns/price-words";
import { modelsStrings } from "../fns/strings";
import { AbilityChips } from "./ability-chips";
import { ModelName } from "./model-name";
import { ContextLength } from "./models-table";

export function ModelsCards({ models }: { models: readonly Model[] }) {
  return (
    <ul className="grid grid-cols-1 gap-2.5 @min-[38rem]:grid-cols-2">
      {models.map((model) => (
        <li key={model.model_id}>
          <ModelCard model={model} />
        </li>
      ))}
    </ul>
  );
}

function ModelCard({ model }: { model: Model }) {
  const price = priceWords(model);
  return (
    <Card className="relative flex flex-col gap-3 p-3.5">
      <div className="flex items-start justify-between gap-3">
        <ModelName model={model} />
        <HealthDot
          health={model.health}
          label={modelsStrings.health[model.health]}
          className="shrink-0 pt-0.5 text-xs"
        />
      </div>
      <AbilityChips abilities={model.abilities} />
      <dl className="flex justify-between gap-3 border-t border-line pt-2.5 text-xs text-dim tabular-nums">
        <div className="flex gap-1.5">
          <dt>{modelsStrings.columns.context}</dt>
          <dd className="font-medium text-ink">
            <ContextLength tokens={model.context_length} />
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt className={"words" in price ? "sr-only" : undefined}>{modelsStrings.price.short}</dt>
          <dd className="font-medium text-ink">
            {"words" in price ? price.words : `${price.input} / ${price.output}`}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

export function ModelsCardsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-2.5 @min-[38rem]:grid-cols-2">
      {["one", "two", "three", "four"].map((key) => (
        <Card key={key} className="flex flex-col gap-3 p-3.5">
          <ModelNameSkeleton width="w-36" />
          <Skeleton className="h-5 w-40 rounded-full" />
          <div className="flex justify-between border-t border-line pt-3">
            <Skeleton className="w-20" />
            <Skeleton className="w-28" />
          </div>
        </Card>
      ))}
    </div>
  );
}
