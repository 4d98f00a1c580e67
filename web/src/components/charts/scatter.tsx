import { BottomAxis, LeftAxis } from "./axes";
import { ChartSurface } from "./chart-surface";
import { placeLabels, textWidth } from "./labels";
import { linearScale, logScale } from "./scales";
import { useWidth } from "./use-width";

interface Dot {
  id: string;
  label: string;
  x: number;
  y: number;
  low: number;
  high: number;
  colour: string;
  lines: readonly string[];
}

interface ScatterProps {
  label: string;
  /** From left to right. */
  dots: readonly Dot[];
  /** Ids of those that the best line runs through, from left to right. */
  front: readonly string[];
  frontName: string;
  xName: string;
  yName: string;
  formatX: (value: number) => string;
  formatY: (value: number) => string;
}

const HEIGHT = 400;
const DOT = 5;

/** Two measures against each other, the lower one on a logarithmic axis; the line joins those that nothing beats. */
export function Scatter(props: ScatterProps) {
  const { dots, front } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const frame = { left: 44, right: width - 16, top: 34, bottom: HEIGHT - 46 };
  const xs = dots.map((dot) => dot.x);
  const x = logScale(
    [Math.min(...xs) / 1.3, Math.max(...xs) * 1.3],
    [frame.left, frame.right],
    width < 500 ? 5 : 9,
  );
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
                <line
                  x1={dot.left}
                  x2={dot.left}
                  y1={y.at(dot.low)}
                  y2={y.at(dot.high)}
                  stroke={dot.colour}
                  strokeOpacity={0.55}
                  strokeWidth={1.5}
                />
                <circle
                  cx={dot.left}
                  cy={dot.top}
                  r={active?.column === index ? DOT + 2 : DOT}
                  fill={dot.colour}
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

interface FrontProps {
  points: readonly { id: string; left: number; top: number }[];
  name: string;
  right: number;
}

/** Steps: between two of its models, the cheaper one is the best to be had. */
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
