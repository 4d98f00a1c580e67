import { ChartFrame } from "@/components/charts/chart-frame";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { Card } from "@/components/ui/card";
import { formatCount } from "@/lib/format";
import { chartColor } from "@/lib/model-color";
import type { Run, RunLine } from "../../api/results";
import { bestFirst, lineLabel, runTitle } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";
import { fileSlug, formatPercent, formatPoints, formatTick, scoreWords } from "../../fns/scores";

const words = runStrings.scores;

interface ScoresPlotProps {
  run: Run;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

interface Scored {
  line: RunLine;
  mean: number;
}

/** The scores with their intervals, from the first answers on. */
export function ScoresPlot({ run, asTable, onAsTable }: ScoresPlotProps) {
  const scored = bestFirst(run.lines).flatMap((line): Scored[] =>
    line.score.mean === null ? [] : [{ line, mean: line.score.mean }],
  );
  const [best] = scored;
  const title = run.done < run.total ? words.soFar : words.title;
  return (
    <Card className="min-w-0 p-4 md:p-5">
      {best ? (
        <ChartFrame
          title={title}
          hint={words.hint}
          fileName={`scores-${fileSlug(runTitle(run))}`}
          asTable={asTable}
          onAsTable={onAsTable}
          data={{
            columns: [
              { label: words.model },
              { label: words.score, format: formatPercent },
              { label: words.low, format: formatPercent },
              { label: words.high, format: formatPercent },
              { label: words.n, format: formatCount },
            ],
            rows: scored.map(({ line, mean }) => [
              lineLabel(line),
              mean,
              line.score.low,
              line.score.high,
              line.score.n,
            ]),
          }}
        >
          <DotWhisker
            label={words.label(scored.length, lineLabel(best.line))}
            axisName={words.axis}
            format={formatPoints}
            formatTick={formatTick}
            reference={{ value: averageOf(scored), label: words.average }}
            items={scored.map(({ line, mean }) => ({
              id: line.key,
              label: lineLabel(line),
              value: mean,
              low: line.score.low ?? mean,
              high: line.score.high ?? mean,
              color: chartColor(line.model_id),
              lines: [scoreWords(line.score) ?? "", words.answers(formatCount(line.score.n))],
            }))}
          />
        </ChartFrame>
      ) : (
        <>
          <h2 className="text-[15px] font-semibold tracking-tight">{title}</h2>
          <p className="py-16 text-center text-dim">{words.nothing}</p>
        </>
      )}
    </Card>
  );
}

const averageOf = (scored: readonly Scored[]) =>
  scored.reduce((sum, { mean }) => sum + mean, 0) / scored.length;
