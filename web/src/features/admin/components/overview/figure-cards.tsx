import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCost, formatCount } from "@/lib/format";
import type { Hour, Overview } from "../../api/overview";
import { overviewStrings as words } from "../../fns/overview-strings";
import { MICRO, spentToday } from "../../fns/spending";
import { SpendBar } from "../parts/spend-bar";
import { SparkBars } from "./spark-bars";

const WARN_AT = 0.8;

const sum = (hours: readonly Hour[], of: "battles" | "votes") =>
  hours.reduce((total, hour) => total + hour[of], 0);

interface FigureCardsProps {
  overview: Overview;
  /** Whether the spending links to the budgets. */
  mayBudget: boolean;
}

export function FigureCards({ overview, mayBudget }: FigureCardsProps) {
  const { hours } = overview;
  const { cards } = words;
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Figure label={cards.battles} value={formatCount(sum(hours, "battles"))} hint={words.lastDay}>
        <SparkBars values={hours.map((hour) => hour.battles)} />
        <Small>
          {words.running(formatCount(overview.battles_running))} ·{" "}
          {words.total(formatCount(overview.battles_total))}
        </Small>
      </Figure>
      <Figure label={cards.votes} value={formatCount(sum(hours, "votes"))} hint={words.lastDay}>
        <SparkBars values={hours.map((hour) => hour.votes)} />
        <Small>
          {words.pending(formatCount(overview.votes_pending))} ·{" "}
          {words.notCounted(formatCount(overview.votes_not_counted))}
        </Small>
      </Figure>
      <Figure
        label={cards.people}
        value={formatCount(overview.days.at(-1)?.people ?? 0)}
        hint={words.today}
      >
        <SparkBars values={hours.map((hour) => hour.people)} />
        <Small>
          {words.accounts(formatCount(overview.people_total), formatCount(overview.visitors_total))}
        </Small>
      </Figure>
      <SpendFigure overview={overview} mayBudget={mayBudget} />
    </div>
  );
}

function SpendFigure({ overview, mayBudget }: FigureCardsProps) {
  const spent = spentToday(overview);
  const limit = overview.site_limit_micro_usd;
  return (
    <Figure
      label={
        mayBudget ? (
          <Link to="/admin/budgets" className="after:absolute after:inset-0">
            {words.cards.spend}
          </Link>
        ) : (
          words.cards.spend
        )
      }
      value={formatCost(spent)}
      hint={limit === null ? words.noLimit : words.ofLimit(formatCost(limit / MICRO))}
    >
      {limit !== null && limit > 0 && (
        <SpendBar
          spent={(spent * MICRO) / limit}
          reserved={0}
          warnAt={WARN_AT}
          className="my-2.5"
        />
      )}
      <SparkBars values={overview.spend.map((day) => day.spent_micro_usd)} />
    </Figure>
  );
}

interface FigureProps {
  label: ReactNode;
  value: string;
  hint: string;
  children: ReactNode;
}

function Figure({ label, value, hint, children }: FigureProps) {
  return (
    <Card className="relative flex flex-col gap-1 p-4">
      <h2 className="text-[13px] font-medium text-dim">{label}</h2>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl leading-tight font-semibold tracking-tight tabular-nums">
          {value}
        </span>
        <span className="text-[13px] text-dim">{hint}</span>
      </p>
      {children}
    </Card>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <p className="text-[13px] text-dim tabular-nums">{children}</p>;
}

export function FigureCardsSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {["one", "two", "three", "four"].map((key) => (
          <Card key={key} className="flex flex-col gap-3 p-4">
            <Skeleton className="w-20" />
            <Skeleton className="h-6 w-28" />
            <Skeleton className="h-8 w-full" />
          </Card>
        ))}
      </div>
      <Skeleton className="h-60 w-full rounded-card" />
      <Skeleton className="h-48 w-full rounded-card" />
    </div>
  );
}
