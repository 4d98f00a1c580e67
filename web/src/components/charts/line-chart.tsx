import { useId } from "react";
import { cn } from "@/lib/cn";
import { BottomAxis, type Frame, LeftAxis } from "./axes";
import { ChartSurface } from "./chart-surface";
import { ErrorBars } from "./error-bars";
import { fitText, spread } from "./labels";
import { formatTimeTick, linearScale, type Scale, timeScale } from "./scales";
import { useWidth } from "./use-width";

interface Point {
  at: number;
  value: number;
  low?: number | undefined;
  high?: number | undefined;
  lines: readonly string[];
}

interface Line {
  id: string;
  label: string;
  color: string;
  points: readonly Point[];
}

interface LineChartProps {
  label: string;
  lines: readonly Line[];
  xName: string;
  yName: string;
  format: (value: number) => string;
  height?: number;
  /** Draws an error bar at every point instead of a band, for separate measurements. */
  bars?: boolean;
}

/** Makes lines of the same color distinguishable. */
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];

/** Values over time. Each line is labeled at its end and has a band for the interval. */
export function LineChart(props: LineChartProps) {
  const { label, lines, xName, yName, format, height = 380, bars = false } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const alone = lines.length === 1;
  const names = alone ? 20 : Math.min(170, width * 0.36);
  const frame = { left: 44, right: width - names, top: 34, bottom: height - 46 };
  const points = lines.flatMap((line) => line.points);
  const x = timeScale(
    [Math.min(...points.map((one) => one.at)), Math.max(...points.map((one) => one.at))],
    [frame.left, frame.right],
    Math.max(3, Math.floor((frame.right - frame.left) / 90)),
  );
  const inside = useId();
  const y = linearScale(rangeOf(lines, bars), [frame.bottom, frame.top]);
  const marks = lines.map((line) =>
    line.points.map((one) => ({
      x: x.at(one.at),
      y: y.at(one.value),
      title: line.label,
      lines: one.lines,
    })),
  );
  const ends = spread(
    lines.map((line) => y.at(line.points.at(-1)?.value ?? y.domain[0])),
    15,
    frame.top,
    frame.bottom,
  );

  return (
    <div ref={box} className="overflow-x-clip">
      <ChartSurface
        label={label}
        width={width}
        height={height}
        marks={marks}
        reach={{ x: 40, y: 40 }}
      >
        {(active) => (
          <>
            <BottomAxis
              scale={x}
              frame={frame}
              name={xName}
              format={(tick) => formatTimeTick(tick, x.ticks)}
            />
            <LeftAxis scale={y} frame={frame} name={yName} format={format} />
            <clipPath id={inside}>
              <rect
                x={frame.left}
                y={frame.top}
                width={Math.max(0, frame.right - frame.left)}
                height={frame.bottom - frame.top}
              />
            </clipPath>
            <g clipPath={`url(#${inside})`}>
              {(bars ? [] : lines).map((line, index) => (
                <Band
                  key={line.id}
                  line={line}
                  x={x}
                  y={y}
                  shown={alone || active?.row === index}
                />
              ))}
            </g>
            {lines.map((line, index) => (
              <g key={line.id} className={cn(active && active.row !== index && "opacity-35")}>
                <Stroke line={line} x={x} y={y} dash={dashOf(lines, index)} />
                {bars && <ErrorBars points={line.points} color={line.color} x={x} y={y} />}
                {!alone && (
                  <Name
                    line={line}
                    frame={frame}
                    y={ends[index] ?? 0}
                    room={names - 32}
                    dash={dashOf(lines, index)}
                  />
                )}
              </g>
            ))}
            {active && (
              <circle
                cx={marks[active.row]?.[active.column]?.x}
                cy={marks[active.row]?.[active.column]?.y}
                r={4.5}
                fill={lines[active.row]?.color}
                className="stroke-panel stroke-2"
              />
            )}
          </>
        )}
      </ChartSurface>
    </div>
  );
}

/** The range of all values and of the last intervals. Intervals of the first votes are too wide to include. */
function rangeOf(lines: readonly Line[], all: boolean): [number, number] {
  const values = lines.flatMap(({ points }) => {
    const sure = all ? points : points.slice(-1);
    return [...points.map((one) => one.value), ...sure.flatMap(({ low, high }) => [low, high])];
  });
  const known = values.filter((value) => value !== undefined);
  return [Math.min(...known), Math.max(...known)];
}

function dashOf(lines: readonly Line[], index: number): string {
  const same = lines.slice(0, index).filter((line) => line.color === lines[index]?.color);
  return DASHES[same.length % DASHES.length] ?? "";
}

interface SettingsSectionProps {
  line: Line;
  x: Scale;
  y: Scale;
}

function Stroke({ line, x, y, dash }: SettingsSectionProps & { dash: string }) {
  const path = line.points.map((one) => `${x.at(one.at)} ${y.at(one.value)}`).join("L");
  const last = line.points.at(-1);
  if (!last) return null;
  return (
    <>
      <path
        d={`M${path}`}
        stroke={line.color}
        strokeDasharray={dash}
        strokeLinejoin="round"
        className="fill-none stroke-2"
      />
      <circle cx={x.at(last.at)} cy={y.at(last.value)} r={3.5} fill={line.color} />
    </>
  );
}

function Band({ line, x, y, shown }: SettingsSectionProps & { shown: boolean }) {
  const known = line.points.flatMap(({ at, low, high }) =>
    low === undefined || high === undefined ? [] : [{ at, low, high }],
  );
  if (known.length < 2) return null;
  const over = known.map((one) => `${x.at(one.at)} ${y.at(one.high)}`);
  const under = known.toReversed().map((one) => `${x.at(one.at)} ${y.at(one.low)}`);
  return (
    <path
      d={`M${[...over, ...under].join("L")}Z`}
      fill={line.color}
      fillOpacity={shown ? 0.16 : 0.06}
    />
  );
}

interface NameProps {
  line: Line;
  frame: Frame;
  y: number;
  room: number;
  dash: string;
}

function Name({ line, frame, y, room, dash }: NameProps) {
  return (
    <>
      <line
        x1={frame.right + 10}
        x2={frame.right + 26}
        y1={y}
        y2={y}
        stroke={line.color}
        strokeDasharray={dash}
        className="stroke-2"
      />
      <text x={frame.right + 31} y={y + 4} className="fill-ink text-[11.5px]">
        {fitText(line.label, room, 11.5)}
      </text>
    </>
  );
}
