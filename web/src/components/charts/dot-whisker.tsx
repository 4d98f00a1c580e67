import { cn } from "@/lib/cn";
import { BottomAxis } from "./axes";
import { ChartSurface } from "./chart-surface";
import { fitLabels } from "./labels";
import { linearScale } from "./scales";
import { useWidth } from "./use-width";

interface Item {
  id: string;
  label: string;
  value: number;
  low: number;
  high: number;
  color: string;
  lines: readonly string[];
}

interface DotWhiskerProps {
  label: string;
  items: readonly Item[];
  axisName: string;
  format: (value: number) => string;
  /** A shorter format for the round values of the axis. */
  formatTick?: (value: number) => string;
  /** A value that the others are compared with. */
  reference: { value: number; label: string };
}

const ROW = 28;
const TOP = 22;
const BELOW = 44;

/** One row per item: a dot for the estimate and a whisker for its interval. */
export function DotWhisker(props: DotWhiskerProps) {
  const { label, items, axisName, format, formatTick = format, reference } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const names = Math.min(190, width * 0.34);
  const frame = { left: names, right: width - 52, top: TOP, bottom: TOP + items.length * ROW };
  const x = linearScale(
    [
      Math.min(reference.value, ...items.map((item) => item.low)),
      Math.max(reference.value, ...items.map((item) => item.high)),
    ],
    [frame.left, frame.right],
    width < 500 ? 3 : 6,
  );
  const shown = fitLabels(
    items.map((item) => item.label),
    names - 12,
    12.5,
  );
  const middle = (index: number) => frame.top + (index + 0.5) * ROW;
  const marks = items.map((item, index) => [
    { x: x.at(item.value), y: middle(index) - 6, title: item.label, lines: item.lines },
  ]);

  return (
    <div ref={box} className="overflow-x-clip">
      <ChartSurface
        label={label}
        width={width}
        height={frame.bottom + BELOW}
        marks={marks}
        reach={{ x: width, y: ROW / 2 }}
      >
        {(active) => (
          <>
            <BottomAxis scale={x} frame={frame} name={axisName} format={formatTick} />
            <line
              x1={x.at(reference.value)}
              x2={x.at(reference.value)}
              y1={frame.top}
              y2={frame.bottom}
              strokeDasharray="3 3"
              className="stroke-faint"
            />
            <text
              x={x.at(reference.value)}
              y={frame.top - 8}
              textAnchor="middle"
              className="fill-dim text-[11px]"
            >
              {reference.label}
            </text>
            {items.map((item, index) => (
              <g key={item.id} transform={`translate(0 ${middle(index)})`}>
                <rect
                  x={0}
                  y={-ROW / 2}
                  width={width}
                  height={ROW}
                  className={cn("fill-transparent", active?.row === index && "fill-soft")}
                />
                <text x={names - 12} y={4} textAnchor="end" className="fill-ink text-[12.5px]">
                  {shown[index]}
                </text>
                <Whisker low={x.at(item.low)} high={x.at(item.high)} color={item.color} />
                <circle cx={x.at(item.value)} r={4.5} fill={item.color} className="stroke-panel" />
                <text
                  x={x.at(item.high) + 8}
                  y={4}
                  paintOrder="stroke"
                  strokeWidth={4}
                  className="fill-dim stroke-panel text-[11.5px]"
                >
                  {format(item.value)}
                </text>
              </g>
            ))}
          </>
        )}
      </ChartSurface>
    </div>
  );
}

function Whisker({ low, high, color }: { low: number; high: number; color: string }) {
  return (
    <g stroke={color} strokeWidth={1.75} strokeLinecap="round">
      <line x1={low} x2={high} y1={0} y2={0} />
      <line x1={low} x2={low} y1={-4} y2={4} />
      <line x1={high} x2={high} y1={-4} y2={4} />
    </g>
  );
}
