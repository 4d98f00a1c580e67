import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { HealthDot } from "@/components/ui/health-dot";
import { ModelLogo } from "@/components/ui/model-logo";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { formatCost, formatCount, formatDuration } from "@/lib/format";
import type { ModelActivity } from "../../api/overview";
import { modelStrings } from "../../fns/model-strings";
import { overviewStrings } from "../../fns/overview-strings";
import { formatPercent } from "../../fns/percent";
import { MICRO } from "../../fns/spending";
import { adminStrings } from "../../fns/strings";

const words = overviewStrings.models;
const ALARMING = 0.1;

export function ModelActivityTable({ models }: { models: readonly ModelActivity[] }) {
  const { columns } = words;
  return (
    <Section title={words.title} lead={words.lead}>
      {models.length === 0 ? (
        <Card className="p-4 text-dim">{words.empty}</Card>
      ) : (
        <Table>
          <thead>
            <tr>
              <HeadCell>{columns.model}</HeadCell>
              <HeadCell>{columns.health}</HeadCell>
              <HeadCell className="text-right max-sm:hidden">{columns.calls}</HeadCell>
              <HeadCell className="text-right">{columns.errors}</HeadCell>
              <HeadCell className="text-right max-md:hidden">{columns.first}</HeadCell>
              <HeadCell className="text-right max-md:hidden">{columns.spent}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {models.map((model) => (
              <ActivityRow key={model.model_id} model={model} />
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

function ActivityRow({ model }: { model: ModelActivity }) {
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-36">
        <span className="flex min-w-0 items-center gap-2.5">
          <ModelLogo modelId={model.model_id} name={model.name} />
          <span className="truncate font-semibold">{model.name}</span>
          {model.status !== "active" && <Badge>{modelStrings.statuses[model.status]}</Badge>}
        </span>
      </Cell>
      <Cell>
        <HealthDot health={model.health} label={modelStrings.health[model.health]} />
      </Cell>
      <Cell className="text-right tabular-nums max-sm:hidden">{formatCount(model.calls)}</Cell>
      <Cell className="text-right tabular-nums">
        <ErrorRate model={model} />
      </Cell>
      <Cell className="text-right text-dim tabular-nums max-md:hidden">
        {model.first_token_ms === null
          ? adminStrings.unknown
          : formatDuration(model.first_token_ms)}
      </Cell>
      <Cell className="text-right tabular-nums max-md:hidden">
        {formatCost(model.spent_micro_usd / MICRO)}
      </Cell>
    </Row>
  );
}

function ErrorRate({ model }: { model: ModelActivity }) {
  if (model.error_rate === null) return <span className="text-faint">{words.noCalls}</span>;
  return (
    <span
      title={words.failures(formatCount(model.failures), formatCount(model.calls))}
      className={cn(model.error_rate >= ALARMING && "font-semibold text-bad")}
    >
      {formatPercent(model.error_rate)}
    </span>
  );
}
