import { Activity, Archive, Ellipsis, Pencil, TriangleAlert } from "lucide-react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { HealthDot } from "@/components/ui/health-dot";
import { ModelLogo } from "@/components/ui/model-logo";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, Row } from "@/components/ui/table";
import { formatMoney } from "@/lib/format";
import type { AdminModel } from "../../api/models";
import { modelStrings as words } from "../../fns/model-strings";
import { FrequencyField } from "./frequency-field";
import { PauseButton } from "./pause-button";

interface ModelRowProps {
  model: AdminModel;
  onEdit: () => void;
  onAsk: (what: "retire" | "test") => void;
}

export function ModelRow({ model, onEdit, onAsk }: ModelRowProps) {
  const retired = model.status === "retired";
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-40">
        <Name model={model} onEdit={onEdit} />
      </Cell>
      <Cell className="max-sm:hidden">
        <HealthDot health={model.health} label={words.health[model.health]} />
      </Cell>
      <Cell className="py-1.5 max-md:hidden">
        {retired ? null : <FrequencyField key={model.weight} model={model} />}
      </Cell>
      <Cell className="text-right tabular-nums max-lg:hidden">
        <Price model={model} />
      </Cell>
      <Cell className="text-dim max-lg:hidden">{words.sources[model.source]}</Cell>
      <Cell className="py-1">
        <div className="flex justify-end gap-1">
          {!retired && <PauseButton model={model} />}
          <ActionMenu
            label={words.actions(model.model_name)}
            trigger={
              <Button variant="ghost" size="icon" aria-label={words.actions(model.model_name)}>
                <Ellipsis aria-hidden="true" />
              </Button>
            }
            actions={[
              { label: words.edit, icon: Pencil, onSelect: onEdit },
              { label: words.test.action, icon: Activity, onSelect: () => onAsk("test") },
              ...(retired
                ? []
                : [
                    {
                      label: words.retire.action,
                      icon: Archive,
                      onSelect: () => onAsk("retire"),
                    },
                  ]),
            ]}
          />
        </div>
      </Cell>
    </Row>
  );
}

function Name({ model, onEdit }: Pick<ModelRowProps, "model" | "onEdit">) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <ModelLogo modelId={model.model_id} name={model.model_name} />
      <div className="min-w-0 leading-tight">
        <div className="flex flex-wrap items-center gap-x-2">
          <button
            type="button"
            onClick={onEdit}
            className="max-w-full truncate rounded-md text-left max-md:min-h-10 font-semibold decoration-line-strong underline-offset-4 hover:underline"
          >
            <span className="sr-only">{words.edit} </span>
            {model.model_name}
          </button>
          {model.status !== "active" && (
            <Badge className="-my-0.5">{words.statuses[model.status]}</Badge>
          )}
        </div>
        <div className="truncate text-xs text-dim" title={model.note ?? model.model_id}>
          <HealthDot
            health={model.health}
            label={words.health[model.health]}
            className="mr-1.5 ml-1 gap-1.5 sm:hidden"
          />
          {model.note ?? model.model_id}
        </div>
        <HealthCause model={model} />
        <AnsweredBy model={model} />
      </div>
    </div>
  );
}

/** Why the model is degraded or down, with what the provider said. */
function HealthCause({ model }: { model: AdminModel }) {
  if (!model.health_cause || model.health === "healthy" || model.status !== "active") return null;
  return (
    <div className="mt-0.5 flex gap-1.5 text-xs whitespace-normal">
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0 text-bad" />
      <span className="min-w-0 wrap-anywhere">
        {model.health_cause}
        {model.health_report && <span className="text-dim"> {model.health_report}</span>}
        {model.health_since && (
          <span className="text-dim">
            {" "}
            (<RelativeTime iso={model.health_since} />)
          </span>
        )}
      </span>
    </div>
  );
}

function AnsweredBy({ model }: { model: AdminModel }) {
  if (!model.answered_by || !model.answered_by_at) return null;
  return (
    <div className="mt-0.5 flex gap-1.5 text-xs whitespace-normal" title={words.answeredByHint}>
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0 text-bad" />
      <span className="min-w-0 break-words">
        {words.answeredBy(model.model, model.answered_by)} (
        <RelativeTime iso={model.answered_by_at} />)
      </span>
    </div>
  );
}

function Price({ model }: { model: AdminModel }) {
  if (model.price_source === "free") return <span className="text-dim">{words.free}</span>;
  if (!model.price) return <span className="text-faint">{words.noPrice}</span>;
  const { input_per_million, output_per_million, currency } = model.price;
  return `${formatMoney(input_per_million, currency)}, ${formatMoney(output_per_million, currency)}`;
}
