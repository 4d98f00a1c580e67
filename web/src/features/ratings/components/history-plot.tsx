import { ChartFrame } from "@/components/charts/chart-frame";
import { LineChart } from "@/components/charts/line-chart";
import { Segmented } from "@/components/ui/segmented";
import { useHistory } from "../api/boards";
import { historyLines, historyTable } from "../fns/history";
import { RANGES, type Range, withSearch } from "../fns/leaderboard-search";
import type { PlotProps } from "../fns/plot-props";
import { plotStrings } from "../fns/plot-strings";
import { formatRating } from "../fns/words";
import { PlotNothing, PlotPending } from "./plot-states";

const words = plotStrings.history;
const CHOICES = [...(Object.keys(RANGES) as Range[]), "all"] as const;

export function HistoryPlot(props: PlotProps) {
  const { board, rows, filtered, search, onSearch } = props;
  const elo = search.elo === true;
  const { data, error, refetch } = useHistory({
    board,
    models: filtered ? rows.map((row) => row.model_id) : [],
    days: search.range && RANGES[search.range],
  });
  if (!data) return <PlotPending error={error} onRetry={() => refetch()} />;
  const lines = historyLines(data, elo);
  return (
    <div className="flex flex-col gap-4">
      <Controls search={search} onSearch={onSearch} />
      {lines.length === 0 ? (
        <PlotNothing />
      ) : (
        <ChartFrame
          title={elo ? words.titleElo : words.title}
          hint={elo ? words.hintElo : words.hint}
          fileName={props.fileName}
          asTable={props.asTable}
          onAsTable={props.onAsTable}
          data={historyTable(data)}
        >
          <LineChart
            label={words.label(lines.length)}
            lines={lines}
            xName={words.axis}
            yName={elo ? words.eloAxis : plotStrings.ratingAxis}
            format={formatRating}
          />
        </ChartFrame>
      )}
    </div>
  );
}

function Controls({ search, onSearch }: Pick<PlotProps, "search" | "onSearch">) {
  return (
    <div className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:flex-wrap">
      <Segmented
        label={words.kind}
        value={search.elo ? "elo" : "rating"}
        onChange={(kind) => onSearch(withSearch(search, { elo: kind === "elo" || undefined }))}
        options={[
          { value: "rating", label: words.bradleyTerry },
          { value: "elo", label: words.elo },
        ]}
      />
      <Segmented
        label={words.range}
        value={search.range ?? "all"}
        onChange={(range) =>
          onSearch(withSearch(search, { range: range === "all" ? undefined : range }))
        }
        options={CHOICES.map((value) => ({ value, label: words.ranges[value] }))}
      />
    </div>
  );
}
