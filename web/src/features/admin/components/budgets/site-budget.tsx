import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { formatCost } from "@/lib/format";
import { budgetStrings as words } from "../../fns/budget-strings";
import { formatPercent } from "../../fns/percent";
import { type ShownPot, usedShares } from "../../fns/pots";
import { SpendBar } from "../parts/spend-bar";
import { SpendChart } from "./spend-chart";

interface SiteBudgetProps {
  pot: ShownPot;
  day: string;
  onEdit: (pot: ShownPot) => void;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

export function SiteBudget({ pot, day, onEdit, ...chart }: SiteBudgetProps) {
  const { budget } = pot;
  return (
    <Section
      title={words.site.title}
      lead={words.site.lead}
      tools={<Button onClick={() => onEdit(pot)}>{budget ? words.change : words.set}</Button>}
    >
      <Card className="flex flex-col gap-5 p-4">
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="text-[17px] font-semibold tabular-nums">
              {budget
                ? words.spent(formatCost(pot.spent), formatCost(budget.limit_usd))
                : words.spentOnly(formatCost(pot.spent))}
            </p>
            <p className="text-[13px] text-dim">
              {budget
                ? budget.enabled
                  ? words.warnMark(formatPercent(budget.warn_at))
                  : words.off
                : words.noLimit}
            </p>
          </div>
          {budget?.enabled && <SpendBar {...usedShares(pot)} warnAt={budget.warn_at} />}
          {pot.reserved > 0 && (
            <p className="text-[13px] text-dim">{words.reserved(formatCost(pot.reserved))}</p>
          )}
        </div>
        <SpendChart days={pot.days} last={day} {...chart} />
      </Card>
    </Section>
  );
}
