import { ChartFrame } from "@/components/charts/chart-frame";
import { Scatter } from "@/components/charts/scatter";
import { formatMoney } from "@/lib/format";
import { chartColor } from "@/lib/model-color";
import type { Row } from "../api/ratings";
import { paretoFront } from "../fns/pareto";
import type { PlotProps } from "../fns/plot-props";
import { plotStrings } from "../fns/plot-strings";
import { blendedPrice, sortRows } from "../fns/rows";
import { formatPrice, formatRating, intervalWords } from "../fns/words";
import { PlotNothing } from "./plot-states";

const words = plotStrings.price;
const dollars = (amount: number) => formatMoney(amount, "USD");
/** Round amounts on an axis need no cents. */
const roundDollars = (amount: number) => dollars(amount).replace(/\.00$/, "");

interface Priced {
  row: Row;
  price: number;
}

export function PricePlot({ rows, fileName, asTable, onAsTable }: PlotProps) {
  const priced = sortRows(rows, "price").flatMap((row): Priced[] => {
    const price = blendedPrice(row);
    return price ? [{ row, price }] : [];
  });
  if (priced.length === 0) return <PlotNothing words={words.none} />;
  const missing = rows.filter((row) => !blendedPrice(row)).map((row) => row.model_name);
  const front = paretoFront(
    priced.map(({ row, price }) => ({ id: row.model_id, price, rating: row.elo_score })),
  );
  const best = priced.filter(({ row }) => front.includes(row.model_id));
  return (
    <>
      <ChartFrame
        title={words.title}
        hint={words.hint}
        fileName={fileName}
        asTable={asTable}
        onAsTable={onAsTable}
        data={{
          columns: [
            { label: plotStrings.model },
            { label: words.price, format: dollars },
            { label: plotStrings.rating, format: formatRating },
            { label: plotStrings.low, format: formatRating },
            { label: plotStrings.high, format: formatRating },
            { label: words.onFront },
          ],
          rows: priced.map(({ row, price }) => [
            row.model_name,
            price,
            row.elo_score,
            row.ci_low,
            row.ci_high,
            front.includes(row.model_id) ? words.yes : words.no,
          ]),
        }}
      >
        <Scatter
          label={words.label(priced.length, best.map(({ row }) => row.model_name).join(", "))}
          xName={words.axis}
          yName={plotStrings.ratingAxis}
          formatX={roundDollars}
          formatY={formatRating}
          front={front}
          frontName={words.front}
          dots={priced.map(({ row, price }) => ({
            id: row.model_id,
            label: row.model_name,
            x: price,
            y: row.elo_score,
            low: row.ci_low,
            high: row.ci_high,
            color: chartColor(row.model_id),
            lines: [
              `${formatRating(row.elo_score)} ${intervalWords(row)}`,
              words.exact(formatPrice(row) ?? ""),
            ],
          }))}
        />
      </ChartFrame>
      {missing.length > 0 && (
        <p className="mt-3 text-[13px] text-dim">{words.missing(missing.join(", "))}</p>
      )}
    </>
  );
}
