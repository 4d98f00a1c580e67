import { ChartFrame } from "@/components/charts/chart-frame";
import { HeatMap } from "@/components/charts/heat-map";
import { formatCount } from "@/lib/format";
import { useMatrix } from "../api/get-matrix";
import type { Matrix } from "../api/ratings";
import { countFill, type Pair, shareOf, squareOf, winFill } from "../fns/heat";
import type { PlotProps } from "../fns/plot-props";
import { plotStrings } from "../fns/plot-strings";
import { estimateWords, formatPercent, votesOf } from "../fns/words";
import { PlotNothing, PlotPending } from "./plot-states";

const { wins: winWords, battles: battleWords } = plotStrings;

const namesOf = ({ models }: Matrix) =>
  models.map(({ model_id, model_name }) => ({ id: model_id, name: model_name }));

/** Every cell that says something, with the names of its row and its column. */
function eachPair<T>(
  matrix: Matrix,
  square: readonly (readonly (Pair | undefined)[])[],
  make: (pair: Pair, one: string, other: string) => T,
): (T | undefined)[][] {
  return square.map((cells, row) =>
    cells.map((pair, column) => {
      const [one, other] = [matrix.models[row], matrix.models[column]];
      return pair && one && other ? make(pair, one.model_name, other.model_name) : undefined;
    }),
  );
}

const present = <T,>(rows: readonly (readonly (T | undefined)[])[]): T[] =>
  rows.flat().filter((one): one is T & {} => one !== undefined);

function usePlotMatrix({ board, rows, filtered }: PlotProps) {
  return useMatrix(board, filtered ? rows.map((row) => row.model_id) : []);
}

/** How often the model of the row is expected to win. */
export function WinsPlot(props: PlotProps) {
  const { data, error, refetch } = usePlotMatrix(props);
  if (!data) return <PlotPending error={error} onRetry={() => refetch()} />;
  if (data.cells.length === 0) return <PlotNothing />;
  const square = squareOf(data);
  return (
    <ChartFrame
      title={winWords.title}
      hint={winWords.hint}
      fileName={props.fileName}
      asTable={props.asTable}
      onAsTable={props.onAsTable}
      data={{
        columns: [
          { label: winWords.first },
          { label: winWords.second },
          { label: winWords.chance, format: formatPercent },
          { label: plotStrings.low, format: formatPercent },
          { label: plotStrings.high, format: formatPercent },
          { label: winWords.seen, format: formatPercent },
          { label: plotStrings.votes, format: formatCount },
        ],
        rows: present(
          eachPair(data, square, ({ record, predicted }, one, other) => [
            one,
            other,
            predicted.value,
            predicted.low,
            predicted.high,
            shareOf(record) ?? null,
            votesOf(record),
          ]),
        ),
      }}
    >
      <HeatMap
        label={winWords.label(data.models.length)}
        rowsAre={winWords.rows}
        columnsAre={winWords.columns}
        names={namesOf(data)}
        cells={eachPair(data, square, ({ record, predicted }, one, other) => ({
          text: String(Math.round(predicted.value * 100)),
          fill: winFill(predicted.value),
          title: winWords.against(one, other),
          lines: [winWords.predicted(estimateWords(predicted)), seenWords(record)],
        }))}
      />
    </ChartFrame>
  );
}

function seenWords(record: Pair["record"]): string {
  const share = shareOf(record);
  return share === undefined
    ? winWords.never
    : winWords.observed(formatPercent(share), formatCount(votesOf(record)));
}

/** How often each two met. */
export function BattlesPlot(props: PlotProps) {
  const { data, error, refetch } = usePlotMatrix(props);
  if (!data) return <PlotPending error={error} onRetry={() => refetch()} />;
  if (data.cells.length === 0) return <PlotNothing />;
  const square = squareOf(data);
  const most = Math.max(...data.cells.map((cell) => votesOf(cell.record)));
  return (
    <ChartFrame
      title={battleWords.title}
      hint={battleWords.hint}
      fileName={props.fileName}
      asTable={props.asTable}
      onAsTable={props.onAsTable}
      data={{
        columns: [
          { label: winWords.first },
          { label: winWords.second },
          { label: plotStrings.votes, format: formatCount },
          { label: battleWords.wins, format: formatCount },
          { label: battleWords.losses, format: formatCount },
          { label: battleWords.ties, format: formatCount },
          { label: battleWords.bothBad, format: formatCount },
        ],
        rows: present(
          eachPair(data, square, ({ record }, one, other) => [
            one,
            other,
            votesOf(record),
            record.wins,
            record.losses,
            record.ties,
            record.both_bad,
          ]),
        ),
      }}
    >
      <HeatMap
        label={battleWords.label(data.models.length)}
        rowsAre={battleWords.rows}
        columnsAre={battleWords.columns}
        names={namesOf(data)}
        cells={eachPair(data, square, ({ record }, one, other) => ({
          text: formatCount(votesOf(record)),
          fill: countFill(votesOf(record), most),
          title: winWords.against(one, other),
          lines: [
            `${formatCount(votesOf(record))} ${plotStrings.votes.toLowerCase()}`,
            battleWords.record(
              formatCount(record.wins),
              formatCount(record.losses),
              formatCount(record.ties),
              formatCount(record.both_bad),
            ),
          ],
        }))}
      />
    </ChartFrame>
  );
}
