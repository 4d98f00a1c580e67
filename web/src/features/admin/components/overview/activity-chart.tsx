import { ChartFrame } from "@/components/charts/chart-frame";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { formatCount, formatExact } from "@/lib/format";
import { present } from "@/lib/search-params";
import type { Overview } from "../../api/overview";
import { MEASURES, type OverviewSearch } from "../../fns/overview-search";
import { overviewStrings } from "../../fns/overview-strings";
import { BarChart } from "../parts/bar-chart";

const words = overviewStrings.activity;
const hour = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});
const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

interface ActivityChartProps {
  overview: Overview;
  search: OverviewSearch;
  onSearch: (search: OverviewSearch) => void;
}

export function ActivityChart({ overview, search, onSearch }: ActivityChartProps) {
  const measure = search.measure ?? "battles";
  const byDay = search.span === "days";
  const points = byDay ? overview.days : overview.hours;
  const name = words.measures[measure];
  const tick = (at: string) => (byDay ? day : hour).format(new Date(at));
  return (
    <Card className="p-4">
      <ChartFrame
        title={words.title}
        fileName={`activity-${measure}`}
        tools={<Tools search={search} onSearch={onSearch} />}
        asTable={search.table === true}
        onAsTable={(table) => onSearch(present({ ...search, table: table || undefined }))}
        data={{
          columns: [
            { label: words.when, formatText: (at) => formatExact(new Date(at)) },
            ...MEASURES.map((one) => ({ label: words.measures[one], format: formatCount })),
          ],
          rows: points.map((one) => [one.at, one.battles, one.votes, one.people]),
        }}
      >
        <BarChart
          label={words.label(name, byDay ? words.days : words.hours)}
          yName={name}
          format={formatCount}
          bars={points.map((one) => ({
            id: one.at,
            tick: tick(one.at),
            value: one[measure],
            lines: MEASURES.map((each) => `${words.measures[each]}: ${formatCount(one[each])}`),
          }))}
        />
      </ChartFrame>
    </Card>
  );
}

function Tools({ search, onSearch }: Omit<ActivityChartProps, "overview">) {
  return (
    <div className="flex max-w-full gap-2 overflow-x-auto [scrollbar-width:none]">
      <Segmented
        label={words.measure}
        value={search.measure ?? "battles"}
        onChange={(measure) =>
          onSearch(present({ ...search, measure: measure === "battles" ? undefined : measure }))
        }
        options={MEASURES.map((value) => ({ value, label: words.measures[value] }))}
      />
      <Segmented
        label={words.span}
        value={search.span ?? "hours"}
        onChange={(span) =>
          onSearch(present({ ...search, span: span === "days" ? span : undefined }))
        }
        options={[
          { value: "hours", label: words.hours },
          { value: "days", label: words.days },
        ]}
      />
    </div>
  );
}
