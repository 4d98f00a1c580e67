import { TriangleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { formatCost, formatCount, formatTokens } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import type { Estimate } from "../../api/bench";
import { costWords, timeWords } from "../../fns/estimate-words";
import { newRunStrings } from "../../fns/new-run-strings";
import { EstimateModels } from "./estimate-models";

const words = newRunStrings.estimate;

export interface EstimateProps {
  query: { data: Estimate | undefined; error: Error | null; isFetching: boolean };
  /** Whether enough is chosen for an estimate. */
  asked: boolean;
}

interface EstimateCardProps extends EstimateProps {
  names: ReadonlyMap<string, string>;
  ref?: Ref<HTMLDivElement>;
}

/** Calls, cost, time and precision of a run. */
export function EstimateCard({ query, asked, names, ref }: EstimateCardProps) {
  const { data, error, isFetching } = query;
  return (
    <Card ref={ref} className="flex scroll-mt-20 flex-col gap-3 p-4">
      <h2 className="text-[15px] font-semibold tracking-tight">{words.title}</h2>
      {!asked && <p className="text-dim">{words.waiting}</p>}
      {asked && error && <Failure error={error} />}
      {asked && !error && !data && <Counting />}
      {asked && !error && data && (
        <div
          aria-live="polite"
          className={cn("flex flex-col gap-3 transition-opacity", isFetching && "opacity-60")}
        >
          <Figures estimate={data} />
          <Precision estimate={data} />
          <Warnings lines={data.warnings} />
          {data.models.length > 1 && <EstimateModels models={data.models} names={names} />}
        </div>
      )}
    </Card>
  );
}

function Failure({ error }: { error: Error }) {
  const { title, detail } = describeFailure(error);
  return (
    <p role="alert" className="text-bad">
      {title} {detail}
    </p>
  );
}

function Counting() {
  return (
    <div aria-busy="true" className="grid grid-cols-2 gap-4">
      <p role="status" className="sr-only">
        {words.counting}
      </p>
      {["calls", "tokens", "cost", "time"].map((name) => (
        <Skeleton key={name} className="h-9 w-24" />
      ))}
    </div>
  );
}

function Figures({ estimate }: { estimate: Estimate }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Figure
        label={words.calls}
        note={estimate.cached > 0 && words.cached(formatCount(estimate.cached))}
      >
        {formatCount(estimate.calls)}
      </Figure>
      <Figure label={words.cost} note={mostWords(estimate)}>
        {costWords(estimate.cost_usd)}
      </Figure>
      <Figure label={words.time}>{timeWords(estimate.seconds)}</Figure>
      <Figure label={words.tokens} note={words.tokensOut(formatTokens(estimate.output_tokens))}>
        {words.tokensIn(formatTokens(estimate.input_tokens))}
      </Figure>
      {estimate.judge_calls > 0 && (
        <Figure label={words.judgeCalls}>{formatCount(estimate.judge_calls)}</Figure>
      )}
    </dl>
  );
}

const mostWords = ({ cost_usd, most_usd }: Estimate) =>
  cost_usd !== null && most_usd !== null && most_usd > cost_usd && words.most(formatCost(most_usd));

interface FigureProps {
  label: string;
  note?: string | false;
  children: ReactNode;
}

function Figure({ label, note, children }: FigureProps) {
  return (
    <div>
      <dt className="text-xs text-dim">{label}</dt>
      <dd className="text-[15px] leading-snug font-semibold tabular-nums">{children}</dd>
      {note && <dd className="text-xs text-dim tabular-nums">{note}</dd>}
    </div>
  );
}

const points = (value: number) => value.toFixed(1);

function Precision({ estimate }: { estimate: Estimate }) {
  return (
    <div className="border-t border-line pt-3">
      <h3 className="text-[13px] font-medium">{words.precision}</h3>
      <p className="text-[13px] text-dim">{words.half(points(estimate.half_width))}</p>
      {estimate.models.length > 1 && (
        <p className="text-[13px] text-dim">{words.detectable(points(estimate.detectable))}</p>
      )}
    </div>
  );
}

/** Warnings of the server about prices, budgets and failing models. */
function Warnings({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 border-t border-line pt-3 text-[13px]">
      {lines.map((line) => (
        <li key={line} className="flex gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-side-right" />
          <span className="min-w-0 wrap-anywhere">{line}</span>
        </li>
      ))}
    </ul>
  );
}
