import { ChartFrame } from "@/components/charts/chart-frame";
import { DotWhisker } from "@/components/charts/dot-whisker";
import { Card } from "@/components/ui/card";
import { formatCount } from "@/lib/format";
import { chartColor } from "@/lib/model-color";
import type { Comparison, Difference } from "../../api/results";
import { compareStrings } from "../../fns/compare-strings";
import { partsOf } from "../../fns/entries";
import { formatChange, formatChangeTick } from "../../fns/scores";
import { differenceWords } from "../../fns/verdict";

const words = compareStrings.forest;

interface ForestPlotProps {
  found: Comparison;
  labels: ReadonlyMap<string, string>;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

interface Known extends Difference {
  difference: number;
}

const isKnown = (one: Difference): one is Known => one.difference !== null;

/** Each entry's difference from the first, with a line at zero. */
export function ForestPlot({ found, labels, asTable, onAsTable }: ForestPlotProps) {
  const known = found.differences.filter(isKnown);
  const first = labels.get(found.entries[0]?.entry ?? "") ?? "";
  if (known.length === 0) return null;
  const name = (one: Difference) => labels.get(one.second) ?? one.second;
  return (
    <Card className="min-w-0 p-4 md:p-5">
      <ChartFrame
        title={words.title}
        hint={words.hint(first)}
        fileName="differences"
        asTable={asTable}
        onAsTable={onAsTable}
        data={{
          columns: [
            { label: words.entry },
            { label: words.difference, format: formatChange },
            { label: words.low, format: formatChange },
            { label: words.high, format: formatChange },
            { label: words.samples, format: formatCount },
          ],
          rows: known.map((one) => [name(one), one.difference, one.low, one.high, one.n]),
        }}
      >
        <DotWhisker
          label={words.label(known.length, first)}
          axisName={words.axis(first)}
          format={formatChange}
          formatTick={formatChangeTick}
          reference={{ value: 0, label: words.zero }}
          items={known.map((one) => ({
            id: one.second,
            label: name(one),
            value: one.difference,
            low: one.low ?? one.difference,
            high: one.high ?? one.difference,
            color: chartColor(partsOf(one.second).modelId),
            lines: [differenceWords(one), words.over(formatCount(one.n))],
          }))}
        />
      </ChartFrame>
    </Card>
  );
}
