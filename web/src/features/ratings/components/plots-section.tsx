import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { fileNameOf } from "../fns/export-rows";
import { PLOTS, type Plot, withSearch } from "../fns/leaderboard-search";
import type { PlotProps } from "../fns/plot-props";
import { plotStrings } from "../fns/plot-strings";
import { HistoryPlot } from "./history-plot";
import { BattlesPlot, WinsPlot } from "./matrix-plots";
import { PricePlot } from "./price-plot";
import { RatingsPlot } from "./ratings-plot";

const KINDS: Record<Plot, (props: PlotProps) => ReactNode> = {
  ratings: RatingsPlot,
  wins: WinsPlot,
  battles: BattlesPlot,
  price: PricePlot,
  history: HistoryPlot,
};

type PlotsSectionProps = Omit<PlotProps, "fileName" | "asTable" | "onAsTable">;

/** The leaderboard as charts. */
export function PlotsSection(props: PlotsSectionProps) {
  const { board, rows, search, onSearch } = props;
  const plot = search.plot ?? "ratings";
  const Shown = KINDS[plot];
  if (rows.length === 0) return null;
  return (
    <section aria-label={plotStrings.title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-[17px] font-semibold tracking-tight">{plotStrings.title}</h2>
          <p className="text-[13px] text-dim">{plotStrings.lead}</p>
        </div>
        <div className="max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]">
          <Segmented
            label={plotStrings.label}
            value={plot}
            onChange={(next) =>
              onSearch(withSearch(search, { plot: next === "ratings" ? undefined : next }))
            }
            options={PLOTS.map((value) => ({ value, label: plotStrings.tabs[value] }))}
          />
        </div>
      </div>
      <Card className="p-4 md:p-5">
        <Shown
          {...props}
          fileName={`${fileNameOf(board)}-${plot}`}
          asTable={search.table === true}
          onAsTable={(table) => onSearch(withSearch(search, { table: table || undefined }))}
        />
      </Card>
    </section>
  );
}
