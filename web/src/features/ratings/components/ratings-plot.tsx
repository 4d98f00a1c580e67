import { ChartFrame } from "@/components/charts/chart-frame";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { formatCount } from "@/lib/format";
import { chartColor } from "@/lib/model-color";
import type { PlotProps } from "../fns/plot-props";
import { plotStrings } from "../fns/plot-strings";
import { sortRows } from "../fns/rows";
import { formatRating, intervalWords } from "../fns/words";

const words = plotStrings.ratings;

export function RatingsPlot({ rows, fileName, asTable, onAsTable }: PlotProps) {
  const best = sortRows(rows, "elo_score");
  return (
    <ChartFrame
      title={words.title}
      hint={words.hint}
      fileName={fileName}
      asTable={asTable}
      onAsTable={onAsTable}
      data={{
        columns: [
          { label: plotStrings.model },
          { label: plotStrings.rating, format: formatRating },
          { label: plotStrings.low, format: formatRating },
          { label: plotStrings.high, format: formatRating },
          { label: plotStrings.votes, format: formatCount },
        ],
        rows: best.map((row) => [
          row.model_name,
          row.elo_score,
          row.ci_low,
          row.ci_high,
          row.vote_count,
        ]),
      }}
    >
      <DotWhisker
        label={words.label(best.length, best[0]?.model_name ?? "")}
        axisName={plotStrings.ratingAxis}
        format={formatRating}
        reference={{ value: 1000, label: words.average }}
        items={best.map((row) => ({
          id: row.model_id,
          label: row.model_name,
          value: row.elo_score,
          low: row.ci_low,
          high: row.ci_high,
          color: chartColor(row.model_id),
          lines: [
            `${formatRating(row.elo_score)} ${intervalWords(row)}`,
            `${formatCount(row.vote_count)} ${plotStrings.votes.toLowerCase()}`,
          ],
        }))}
      />
    </ChartFrame>
  );
}
