import type { ReactNode } from "react";
import { HealthDot } from "@/components/ui/health-dot";
import { Hint } from "@/components/ui/hint";
import { ModelNameSkeleton, Skeleton } from "@/components/ui/skeleton";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount, formatTokens } from "@/lib/format";
import type { Model } from "../api/model";
import { priceWords } from "../fns/price-words";
import { modelsStrings } from "../fns/strings";
import { AbilityChips } from "./ability-chips";
import { HealthHeading } from "./health-heading";
import { ModelName } from "./model-name";

const { columns } = modelsStrings;

function ModelsTableFrame({ note, children }: { note?: string | undefined; children: ReactNode }) {
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{columns.model}</HeadCell>
          <HeadCell>
            <HealthHeading note={note} />
          </HeadCell>
          <HeadCell className="text-right">
            <Hint content={modelsStrings.priceHint}>{columns.input}</Hint>
          </HeadCell>
          <HeadCell className="text-right">
            <Hint content={modelsStrings.priceHint}>{columns.output}</Hint>
          </HeadCell>
          <HeadCell className="text-right">
            <Hint content={modelsStrings.contextHint}>{columns.context}</Hint>
          </HeadCell>
          <HeadCell>{columns.abilities}</HeadCell>
          <HeadCell className="@max-[60rem]:hidden">{columns.license}</HeadCell>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

export function ModelsTable({ models }: { models: readonly Model[] }) {
  return (
    <ModelsTableFrame note={models[0]?.health_note}>
      {models.map((model) => (
        <ModelRow key={model.model_id} model={model} />
      ))}
    </ModelsTableFrame>
  );
}

function ModelRow({ model }: { model: Model }) {
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-44">
        <ModelName model={model} />
      </Cell>
      <Cell>
        <HealthDot health={model.health} label={modelsStrings.health[model.health]} />
      </Cell>
      <PriceCells model={model} />
      <Cell className="text-right tabular-nums">
        <ContextLength tokens={model.context_length} />
      </Cell>
      <Cell>
        <AbilityChips abilities={model.abilities} mayShrink />
      </Cell>
      <Cell
        title={model.license ?? undefined}
        className="max-w-38 truncate text-dim @max-[60rem]:hidden"
      >
        {model.license ?? <span className="text-faint">{modelsStrings.notKnown}</span>}
      </Cell>
    </Row>
  );
}

function PriceCells({ model }: { model: Model }) {
  const price = priceWords(model);
  if ("words" in price) {
    return (
      <Cell colSpan={2} className="text-right text-dim">
        {price.words}
      </Cell>
    );
  }
  return (
    <>
      <Cell className="text-right tabular-nums">{price.input}</Cell>
      <Cell className="text-right tabular-nums">{price.output}</Cell>
    </>
  );
}

export function ContextLength({ tokens }: { tokens: number | null }) {
  if (tokens === null) return <span className="text-faint">{modelsStrings.notKnown}</span>;
  return (
    <Tooltip content={modelsStrings.tokens(formatCount(tokens))}>
      <span className="relative z-10">{formatTokens(tokens)}</span>
    </Tooltip>
  );
}

const SKELETON_ROWS = ["w-40", "w-32", "w-44", "w-28", "w-36"];

export function ModelsTableSkeleton() {
  return (
    <ModelsTableFrame>
      {SKELETON_ROWS.map((width) => (
        <tr key={width} className="border-t border-line">
          <Cell className="w-full">
            <ModelNameSkeleton width={width} />
          </Cell>
          <Cell>
            <Skeleton className="w-18" />
          </Cell>
          <Cell>
            <Skeleton className="ml-auto w-12" />
          </Cell>
          <Cell>
            <Skeleton className="ml-auto w-12" />
          </Cell>
          <Cell>
            <Skeleton className="ml-auto w-10" />
          </Cell>
          <Cell>
            <Skeleton className="h-5 w-36 rounded-full @max-[68rem]:w-18" />
          </Cell>
          <Cell className="@max-[60rem]:hidden">
            <Skeleton className="w-20" />
          </Cell>
        </tr>
      ))}
    </ModelsTableFrame>
  );
}
