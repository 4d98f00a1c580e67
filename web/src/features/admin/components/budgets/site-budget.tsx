import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { formatCost } from "@/lib/format";
import { type BudgetRow, usedShares } from "../../fns/budget-rows";
import { budgetStrings as words } from "../../fns/budget-strings";
import { formatPercent } from "../../fns/percent";
import { SpendBar } from "../parts/spend-bar";
import { SpendChart } from "./spend-chart";

interface SiteBudgetProps {
  entry: BudgetRow;
  day: string;
  onEdit: (entry: BudgetRow) => void;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

export function SiteBudget({ entry, day, onEdit, ...chart }: SiteBudgetProps) {
  const { budget } = entry;
  return (
    <Section
      title={words.site.title}
      lead={words.site.lead}
      tools={<Button onClick={() => onEdit(entry)}>{budget ? words.change : words.set}</Button>}
    >
      <Card className="flex flex-col gap-5 p-4">
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="text-[17px] font-semibold tabular-nums">
              {budget
                ? words.spent(formatCost(entry.spent), formatCost(budget.limit_usd))
                : words.spentOnly(formatCost(entry.spent))}
            </p>
            <p className="text-[13px] text-dim">
              {budget
                ? budget.enabled
                  ? words.warnMark(formatPercent(budget.warn_at))
                  : words.off
                : words.noLimit}
            </p>
          </div>
          {budget?.enabled && <SpendBar {...usedShares(entry)} warnAt={budget.warn_at} />}
          {entry.reserved > 0 && (
            <p className="text-[13px] text-dim">{words.reserved(formatCost(entry.reserved))}</p>
          )}
        </div>
        <SpendChart days={entry.days} last={day} {...chart} />
      </Card>
    </Section>
  );
}
