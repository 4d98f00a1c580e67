import { BottomAxis } from "@/components/charts/axes";
import { ChartSurface } from "@/components/charts/chart-surface";
import { fitText } from "@/components/charts/labels";
import { linearScale } from "@/components/charts/scales";
import { useWidth } from "@/components/charts/use-width";
import { cn } from "@/lib/cn";
import { chartColor } from "@/lib/model-color";
import type { Evidence } from "../../api/integrity";
import { voteStrings } from "../../fns/vote-strings";

const words = voteStrings.residual;
const ROW = 26;
const TOP = 8;
const BELOW = 44;
const MOST = 12;
const one = (value: number) => value.toFixed(1);

interface ResidualChartProps {
  models: Evidence["models"];
  nameOf: (modelId: string) => string;
}

/**
 * How much each model deviates from its expected votes, with the bounds of normal voting; the largest deviation
 * first.
 */
export function ResidualChart({ models, nameOf }: ResidualChartProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const shown = models.slice(0, MOST).map((model) => ({
    ...model,
    value: model.points - model.expected,
    from: model.low - model.expected,
    to: model.high - model.expected,
  }));
  const names = Math.min(170, width * 0.34);
  const frame = { left: names, right: width - 14, top: TOP, bottom: TOP + shown.length * ROW };
  const x = linearScale(
    [
      Math.min(0, ...shown.map((model) => Math.min(model.from, model.value))),
      Math.max(0, ...shown.map((model) => Math.max(model.to, model.value))),
    ],
    [frame.left, frame.right],
    width < 500 ? 3 : 6,
  );
  const middle = (index: number) => frame.top + (index + 0.5) * ROW;
  const marks = shown.map((model, index) => [
    {
      x: x.at(model.value),
      y: middle(index) - 6,
      title: nameOf(model.model_id),
      lines: words.values(one(model.points), one(model.expected), one(model.low), one(model.high)),
    },
  ]);
  return (
    <div ref={box} className="overflow-x-clip">
      <ChartSurface
        label={words.label}
        width={width}
        height={frame.bottom + BELOW}
        marks={marks}
        reach={{ x: width, y: ROW / 2 }}
      >
        {(active) => (
          <>
            <BottomAxis scale={x} frame={frame} name={words.axis} format={String} />
            <line
              x1={x.at(0)}
              x2={x.at(0)}
              y1={frame.top}
              y2={frame.bottom}
              className="stroke-faint"
            />
            {shown.map((model, index) => (
              <g key={model.model_id} transform={`translate(0 ${middle(index)})`}>
                <rect
                  y={-ROW / 2}
                  width={width}
                  height={ROW}
                  className={cn("fill-transparent", active?.row === index && "fill-soft")}
                />
                <text x={names - 10} y={4} textAnchor="end" className="fill-ink text-[12px]">
                  {fitText(nameOf(model.model_id), names - 10, 12)}
                </text>
                <rect
                  x={x.at(model.from)}
                  y={-5}
                  width={Math.max(1, x.at(model.to) - x.at(model.from))}
                  height={10}
                  rx={3}
                  className="fill-faint/25"
                />
                <circle
                  cx={x.at(model.value)}
                  r={5}
                  fill={chartColor(model.model_id)}
                  className="stroke-panel"
                />
              </g>
            ))}
          </>
        )}
      </ChartSurface>
    </div>
  );
}
