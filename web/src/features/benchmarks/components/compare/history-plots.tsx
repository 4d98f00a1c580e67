import { useState } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import { LineChart } from "@/components/charts/line-chart";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import { formatCount, formatExact } from "@/lib/format";
import type { Comparison } from "../../api/results";
import { compareStrings } from "../../fns/compare-strings";
import { historyLines } from "../../fns/history-lines";
import { fileSlug, formatPercent, formatTick } from "../../fns/scores";
import { Loaded } from "../parts/loaded";

const words = compareStrings.history;

/** How the compared models did in all finished runs of the same suites. */
export function HistoryPlots({ found }: { found: Comparison }) {
  const suites = $api.useQuery("get", "/api/bench/suites").data?.suites ?? [];
  const names = new Set(found.entries.map((entry) => entry.suite_name));
  const models = new Set(found.entries.map((entry) => entry.model_id));
  const shown = suites.filter((suite) => names.has(suite.name));
  if (shown.length === 0) return null;
  return (
    <Section title={words.title}>
      {shown.map((suite) => (
        <HistoryPlot
          key={suite.suite_id}
          suiteId={suite.suite_id}
          title={shown.length > 1 ? suite.title || suite.name : words.chart}
          models={models}
        />
      ))}
    </Section>
  );
}

/** Every line is labeled at its end and needs room for it. */
const heightOf = (lines: number) => Math.max(300, 80 + 15 * lines);

interface HistoryPlotProps {
  suiteId: string;
  title: string;
  models?: ReadonlySet<string>;
}

/** Without `models`, shows all. */
export function HistoryPlot({ suiteId, title, models }: HistoryPlotProps) {
  const [asTable, setAsTable] = useState(false);
  const query = $api.useQuery("get", "/api/bench/history", {
    params: { query: { suite_id: suiteId } },
  });
  return (
    <Card className="min-w-0 p-4 md:p-5">
      <Loaded
        query={query}
        name={title}
        skeleton={<Skeleton className="h-72 w-full rounded-card" />}
      >
        {({ points }) => {
          const wanted = points.filter((point) => models?.has(point.model_id) ?? true);
          const lines = historyLines(wanted);
          if (lines.length === 0) return <p className="py-10 text-center text-dim">{words.none}</p>;
          return (
            <ChartFrame
              title={title}
              hint={words.hint}
              fileName={`history-${fileSlug(title)}`}
              asTable={asTable}
              onAsTable={setAsTable}
              data={{
                columns: [
                  { label: words.model },
                  { label: words.when, formatText: (iso) => formatExact(new Date(iso)) },
                  { label: words.run },
                  { label: words.version, format: formatCount },
                  { label: words.score, format: formatPercent },
                  { label: words.low, format: formatPercent },
                  { label: words.high, format: formatPercent },
                ],
                rows: wanted.map((point) => [
                  point.model_name,
                  point.created_at,
                  point.run_title,
                  point.version,
                  point.score.mean,
                  point.score.low,
                  point.score.high,
                ]),
              }}
            >
              <LineChart
                bars
                label={words.label(lines.length)}
                lines={lines}
                xName={words.xAxis}
                yName={words.yAxis}
                format={formatTick}
                height={heightOf(lines.length)}
              />
            </ChartFrame>
          );
        }}
      </Loaded>
    </Card>
  );
}
