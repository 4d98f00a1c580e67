import { ChartFrame } from "@/components/charts/chart-frame";
import { formatCost } from "@/lib/format";
import type { DaySpend } from "../../api/budgets";
import { budgetStrings } from "../../fns/budget-strings";
import { fillDays, formatDay } from "../../fns/days";
import { BarChart } from "../parts/bar-chart";

const words = budgetStrings.chart;

interface SpendChartProps {
  days: readonly DaySpend[];
  /** The last day of the chart. */
  last: string;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

export function SpendChart({ days, last, asTable, onAsTable }: SpendChartProps) {
  if (days.length === 0) return <p className="py-6 text-center text-dim">{words.nothing}</p>;
  const values = fillDays(
    days.map(({ day, spent_usd }) => ({ day, value: spent_usd })),
    last,
  );
  return (
    <ChartFrame
      title={words.title}
      hint={words.hint}
      fileName="spend-per-day"
      asTable={asTable}
      onAsTable={onAsTable}
      data={{
        columns: [
          { label: words.day, formatText: formatDay },
          { label: words.axis, format: formatCost },
        ],
        rows: values.map(({ day, value }) => [day, value]),
      }}
    >
      <BarChart
        label={words.label}
        yName={words.axis}
        format={formatCost}
        bars={values.map(({ day, value }) => ({
          id: day,
          tick: formatDay(day),
          value,
          lines: [formatCost(value)],
        }))}
      />
    </ChartFrame>
  );
}
