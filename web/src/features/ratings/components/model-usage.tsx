import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import { formatCost, formatCount, formatDuration } from "@/lib/format";
import type { Usage } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.model;

/** Latency and cost of the calls of this model on this site. */
export function ModelUsage({ modelId }: { modelId: string }) {
  const { data, error } = $api.useQuery("get", "/api/models/{model_id}/usage", {
    params: { path: { model_id: modelId } },
  });
  if (error && !data) return null;
  return (
    <Section title={words.usage}>
      <Card className="px-4 py-3">
        {data ? <Facts usage={data} /> : <Skeleton className="h-24 w-full" />}
        <p className="mt-2.5 text-xs text-faint">{words.usageNote}</p>
      </Card>
    </Section>
  );
}

function Facts({ usage }: { usage: Usage }) {
  const facts = factsOf(usage);
  if (usage.calls === 0 || facts.length === 0) return <p className="text-dim">{words.noUsage}</p>;
  return (
    <dl className="flex flex-col gap-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-dim">{name}</dt>
          <dd className="text-right font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(usage: Usage): [string, string][] {
  const { median_first_token_ms, tokens_per_second, mean_cost_usd, mean_output_tokens } = usage;
  const known: [string, string | null][] = [
    [words.firstToken, said(median_first_token_ms, formatDuration)],
    [words.speed, said(tokens_per_second, (speed) => words.speedUnit(formatCount(speed)))],
    [words.cost, said(mean_cost_usd, formatCost)],
    [words.length, said(mean_output_tokens, (length) => words.lengthUnit(formatCount(length)))],
    [words.calls, said(usage.calls || null, formatCount)],
  ];
  return known.filter((fact): fact is [string, string] => fact[1] !== null);
}

const said = (value: number | null, words: (value: number) => string): string | null =>
  value === null ? null : words(value);
