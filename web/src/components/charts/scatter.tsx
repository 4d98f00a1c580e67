import { BottomAxis, LeftAxis } from "./axes";
import { ChartSurface } from "./chart-surface";
import { placeLabels, textWidth } from "./labels";
import { linearScale, logScale, type Scale } from "./scales";
import { useWidth } from "./use-width";

interface Dot {
  id: string;
  label: string;
  x: number;
  y: number;
  low: number;
  high: number;
  /** Interval of the horizontal measure, if it is an estimate too. */
  xLow?: number | undefined;
  xHigh?: number | undefined;
  color: string;
  lines: readonly string[];
}

interface ScatterProps {
  label: string;
  /** From left to right. */
  dots: readonly Dot[];
  /** Ids of the models on the Pareto front, from left to right. */
  front: readonly string[];
  frontName: string;
  xName: string;
  yName: string;
  formatX: (value: number) => string;
  formatY: (value: number) => string;
  /** For measures that can be zero or negative. */
  linear?: boolean;
}

const HEIGHT = 400;
const DOT = 5;

/**
 * Two measures against each other; the horizontal axis is logarithmic by default. The line connects the Pareto front.
 */
export function Scatter(props: ScatterProps) {
  const { dots, front } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const frame = { left: 44, right: width - 16, top: 34, bottom: HEIGHT - 46 };
  const x = scaleOf(dots, props.linear === true, [frame.left, frame.right]);
  const y = linearScale(
    [Math.min(...dots.map((dot) => dot.low)), Math.max(...dots.map((dot) => dot.high))],
    [frame.bottom, frame.top],
  );
  const placed = dots.map((dot) => ({ ...dot, left: x.at(dot.x), top: y.at(dot.y) }));
  const best = front.flatMap((id) => placed.find((dot) => dot.id === id) ?? []);
  const named = textWidth(props.frontName, 11);
  const labels = placeLabels(
    placed.map(({ left, top, label }) => ({ x: left, y: top, label })),
    { left: frame.left, right: width },
    best.slice(-1).map(({ top }) => ({
      x: frame.right - named,
      y: top + 2,
      width: named,
      height: 14,
    })),
  );
  const marks = [
    placed.map(({ left, top, label, lines }) => ({ x: left, y: top, title: label, lines })),
  ];

  return (
    <div ref={box} className="overflow-x-clip">
      <ChartSurface
        label={props.label}
        width={width}
        height={HEIGHT}
        marks={marks}
        reach={{ x: 28, y: 28 }}
      >
        {(active) => (
          <>
            <BottomAxis scale={x} frame={frame} name={props.xName} format={props.formatX} />
            <LeftAxis scale={y} frame={frame} name={props.yName} format={props.formatY} />
            <Front points={best} name={props.frontName} right={frame.right} />
            {placed.map((dot, index) => (
              <g key={dot.id}>
                <path
                  d={`M${dot.left} ${y.at(dot.low)}V${y.at(dot.high)}M${x.at(dot.xLow ?? dot.x)} ${dot.top}H${x.at(dot.xHigh ?? dot.x)}`}
                  stroke={dot.color}
                  strokeOpacity={0.55}
                  strokeWidth={1.5}
                />
                <circle
                  cx={dot.left}
                  cy={dot.top}
                  r={active?.column === index ? DOT + 2 : DOT}
                  fill={dot.color}
                  className="stroke-panel"
                />
                {!labels[index]?.hidden && (
                  <text
                    x={labels[index]?.x}
                    y={labels[index]?.y}
                    textAnchor={labels[index]?.anchor}
                    paintOrder="stroke"
                    strokeWidth={3}
                    className="fill-ink stroke-panel text-[11.5px]"
                  >
                    {dot.label}
                  </text>
                )}
              </g>
            ))}
          </>
        )}
      </ChartSurface>
    </div>
  );
}

function scaleOf(dots: readonly Dot[], linear: boolean, range: readonly [number, number]): Scale {
  const narrow = range[1] - range[0] < 440;
  const low = Math.min(...dots.map((dot) => dot.xLow ?? dot.x));
  const high = Math.max(...dots.map((dot) => dot.xHigh ?? dot.x));
  const margin = (high - low) * 0.06;
  return linear
    ? linearScale([low - margin, high + margin], range, narrow ? 4 : 8)
    : logScale([low / 1.3, high * 1.3], range, narrow ? 5 : 9);
}

interface FrontProps {
  points: readonly { id: string; left: number; top: number }[];
  name: string;
  right: number;
}

/** A step line: between two models, the cheaper one is the best available. */
function Front({ points, name, right }: FrontProps) {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const steps = points.slice(1).map(({ left, top }) => `H${left}V${top}`);
  return (
    <g>
      <path
        d={`M${first.left} ${first.top}${steps.join("")}H${right}`}
        strokeDasharray="5 4"
        className="fill-none stroke-accent stroke-[1.5]"
      />
      <text x={right} y={last.top + 14} textAnchor="end" className="fill-accent text-[11px]">
        {name}
      </text>
    </g>
  );
}
