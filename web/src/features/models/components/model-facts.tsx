import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { HealthDot } from "@/components/ui/health-dot";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount, formatTokens } from "@/lib/format";
import type { Model } from "../api/model";
import { ABILITIES } from "../fns/model-filters";
import { priceWords } from "../fns/price-words";
import { modelsStrings } from "../fns/strings";
import { abilityIcons } from "./ability-chips";

const { facts } = modelsStrings;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-x-4 gap-y-0.5 border-t border-line px-4 py-3 first:border-t-0 sm:flex-row">
      <dt className="w-32 shrink-0 text-dim">{name}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </div>
  );
}

const Unknown = () => <span className="text-faint">{modelsStrings.notKnown}</span>;

export function ModelFacts({ model }: { model: Model }) {
  return (
    <Card>
      <dl>
        <Fact name={facts.health}>
          <HealthFact model={model} />
        </Fact>
        <PriceFacts model={model} />
        <Fact name={facts.context}>
          <ContextFact tokens={model.context_length} />
        </Fact>
        <Fact name={facts.abilities}>
          <AbilityFacts abilities={model.abilities} />
        </Fact>
        <Fact name={facts.place}>{modelsStrings.placesLong[model.place]}</Fact>
        <Fact name={facts.status}>
          {modelsStrings.status[model.status]}
          <p className="text-[13px] text-dim">{modelsStrings.statusLong[model.status]}</p>
        </Fact>
        <Fact name={facts.organization}>{model.organization ?? <Unknown />}</Fact>
        <Fact name={facts.license}>{model.license ?? <Unknown />}</Fact>
        <Fact name={facts.id}>
          <span className="-my-2 flex items-center md:-my-[3px] gap-1">
            <code className="font-mono text-[13px]">{model.model_id}</code>
            <CopyButton text={model.model_id} label={facts.copyId} />
          </span>
        </Fact>
      </dl>
    </Card>
  );
}

function HealthFact({ model }: { model: Model }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-1.5">
        <HealthDot health={model.health} label={modelsStrings.health[model.health]} />
        {model.health_since && (
          <span className="text-dim">
            {modelsStrings.healthChanged} <RelativeTime iso={model.health_since} />
          </span>
        )}
      </span>
      {model.health_note && <p className="text-[13px] text-dim">{model.health_note}</p>}
    </>
  );
}

function PriceFacts({ model }: { model: Model }) {
  const { price: words } = modelsStrings;
  const price = priceWords(model);
  if ("words" in price) return <Fact name={words.label}>{price.words}</Fact>;
  return (
    <>
      <Fact name={words.input}>
        <span className="tabular-nums">{words.perMillion(price.input)}</span>
      </Fact>
      <Fact name={words.output}>
        <span className="tabular-nums">{words.perMillion(price.output)}</span>
      </Fact>
    </>
  );
}

function ContextFact({ tokens }: { tokens: number | null }) {
  if (tokens === null) return <Unknown />;
  return (
    <span className="tabular-nums">
      {formatTokens(tokens)}{" "}
      <span className="text-dim">({modelsStrings.tokens(formatCount(tokens))})</span>
      <p className="text-[13px] text-dim">{modelsStrings.contextHint}</p>
    </span>
  );
}

function AbilityFacts({ abilities }: { abilities: Model["abilities"] }) {
  const present = ABILITIES.filter((ability) => abilities[ability]);
  if (present.length === 0) return modelsStrings.noAbilities;
  return (
    <ul className="flex flex-col gap-1.5">
      {present.map((ability) => {
        const Icon = abilityIcons[ability];
        const { label, hint } = modelsStrings.abilities[ability];
        return (
          <li key={ability} className="flex items-baseline gap-2">
            <Icon aria-hidden="true" className="size-4 shrink-0 self-center text-dim" />
            <span className="shrink-0">{label}</span>
            <span className="text-[13px] text-dim">{hint}</span>
          </li>
        );
      })}
    </ul>
  );
}

export function ModelFactsSkeleton() {
  return (
    <Card>
      {["w-48", "w-36", "w-40", "w-52", "w-44", "w-32", "w-28"].map((width) => (
        <div key={width} className="flex gap-4 border-t border-line px-4 py-3.5 first:border-t-0">
          <Skeleton className="w-24" />
          <Skeleton className={`ml-12 ${width}`} />
        </div>
      ))}
    </Card>
  );
}
