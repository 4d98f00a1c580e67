import { ChartFrame } from "@/components/charts/chart-frame";
import type { TableData } from "@/components/charts/chart-table";
import { HeatMap } from "@/components/charts/heat-map";
import { formatCount } from "@/lib/format";
import { useMatrix } from "../api/boards";
import type { Matrix } from "../api/ratings";
import { countFill, type Pair, shareOf, squareOf, winFill } from "../fns/heat";
import type { PlotProps } from "../fns/plot-props";
import { plotStrings } from "../fns/plot-strings";
import { estimateWords, formatPercent, votesOf } from "../fns/words";
import { PlotNothing, PlotPending } from "./plot-states";

const { wins: winWords, battles: battleWords } = plotStrings;

const namesOf = ({ models }: Matrix) =>
  models.map(({ model_id, model_name }) => ({ id: model_id, name: model_name }));

/** All cells with data, with the names of their row and column. */
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

type Column = TableData["columns"][number];

interface MatrixPlotProps {
  plot: PlotProps;
  words: {
    title: string;
    hint: string;
    label: (count: number) => string;
    rows: string;
    columns: string;
  };
  /** What the table says about each pair, next to the names. */
  columns: readonly Column[];
  valuesOf: (pair: Pair) => readonly (number | null)[];
  /** Renders a cell; `most` is the largest number of votes of any pair. */
  cellOf: (pair: Pair, most: number) => { text: string; fill: string; lines: string[] };
}

/** A matrix of models against models, or the same as a table. */
function MatrixPlot({ plot, words, columns, valuesOf, cellOf }: MatrixPlotProps) {
  const { board, rows, filtered, fileName, asTable, onAsTable } = plot;
  const wanted = filtered ? rows.map((row) => row.model_id) : [];
  const { data, error, refetch } = useMatrix(board, wanted);
  if (!data) return <PlotPending error={error} onRetry={() => refetch()} />;
  if (data.cells.length === 0) return <PlotNothing />;
  const square = squareOf(data);
  const most = Math.max(...data.cells.map((cell) => votesOf(cell.record)));
  return (
    <ChartFrame
      title={words.title}
      hint={words.hint}
      fileName={fileName}
      asTable={asTable}
      onAsTable={onAsTable}
      data={{
        columns: [{ label: winWords.first }, { label: winWords.second }, ...columns],
        rows: present(
          eachPair(data, square, (pair, one, other) => [one, other, ...valuesOf(pair)]),
        ),
      }}
    >
      <HeatMap
        label={words.label(data.models.length)}
        rowsAre={words.rows}
        columnsAre={words.columns}
        names={namesOf(data)}
        cells={eachPair(data, square, (pair, one, other) => ({
          title: winWords.against(one, other),
          ...cellOf(pair, most),
        }))}
      />
    </ChartFrame>
  );
}

const chance = (label: string): Column => ({ label, format: formatPercent });
const count = (label: string): Column => ({ label, format: formatCount });

/** How often the model of the row is expected to win. */
export function WinsPlot(props: PlotProps) {
  return (
    <MatrixPlot
      plot={props}
      words={winWords}
      columns={[
        chance(winWords.chance),
        chance(plotStrings.low),
        chance(plotStrings.high),
        chance(winWords.seen),
        count(plotStrings.votes),
      ]}
      valuesOf={({ record, predicted }) => [
        predicted.value,
        predicted.low,
        predicted.high,
        shareOf(record) ?? null,
        votesOf(record),
      ]}
      cellOf={({ record, predicted }) => ({
        text: String(Math.round(predicted.value * 100)),
        fill: winFill(predicted.value),
        lines: [winWords.predicted(estimateWords(predicted)), seenWords(record)],
      })}
    />
  );
}

function seenWords(record: Pair["record"]): string {
  const share = shareOf(record);
  return share === undefined
    ? winWords.never
    : winWords.observed(formatPercent(share), formatCount(votesOf(record)));
}

/** How often each pair met. */
export function BattlesPlot(props: PlotProps) {
  return (
    <MatrixPlot
      plot={props}
      words={battleWords}
      columns={[
        count(plotStrings.votes),
        count(battleWords.wins),
        count(battleWords.losses),
        count(battleWords.ties),
        count(battleWords.bothBad),
      ]}
      valuesOf={({ record }) => [
        votesOf(record),
        record.wins,
        record.losses,
        record.ties,
        record.both_bad,
      ]}
      cellOf={({ record }, most) => ({
        text: formatCount(votesOf(record)),
        fill: countFill(votesOf(record), most),
        lines: [
          `${formatCount(votesOf(record))} ${plotStrings.votes.toLowerCase()}`,
          battleWords.record(
            formatCount(record.wins),
            formatCount(record.losses),
            formatCount(record.ties),
            formatCount(record.both_bad),
          ),
        ],
      })}
    />
  );
}
