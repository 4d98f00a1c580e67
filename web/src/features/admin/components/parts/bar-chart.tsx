import { LeftAxis } from "@/components/charts/axes";
import { ChartSurface } from "@/components/charts/chart-surface";
import { linearScale } from "@/components/charts/scales";
import { useWidth } from "@/components/charts/use-width";
import { cn } from "@/lib/cn";

interface Bar {
  id: string;
  /** Label below the bar. */
  tick: string;
  value: number;
  lines: readonly string[];
}

interface BarChartProps {
  label: string;
  bars: readonly Bar[];
  yName: string;
  format: (value: number) => string;
  height?: number;
}

/** One bar per hour or day, starting at zero. */
export function BarChart({ label, bars, yName, format, height = 200 }: BarChartProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const most = Math.max(...bars.map((bar) => bar.value));
  const [top, bottom] = [30, height - 26];
  const y = linearScale([0, most || 1], [bottom, top], 3);
  const longest = Math.max(...y.ticks.map((tick) => format(tick).length));
  const frame = { left: 14 + longest * 6.5, right: width - 16, top, bottom };
  const step = (frame.right - frame.left) / bars.length;
  const gap = Math.min(4, step * 0.25);
  const left = (index: number) => frame.left + index * step;
  const every = Math.max(1, Math.ceil(52 / step));
  const marks = [
    bars.map((bar, index) => ({
      x: left(index) + step / 2,
      y: y.at(bar.value),
      title: bar.tick,
      lines: bar.lines,
    })),
  ];
  return (
    <div ref={box} className="overflow-x-clip">
      <ChartSurface
        label={label}
        width={width}
        height={height}
        marks={marks}
        reach={{ x: step, y: height }}
      >
        {(active) => (
          <>
            <LeftAxis scale={y} frame={frame} name={yName} format={format} />
            {bars.map((bar, index) => (
              <g key={bar.id}>
                <rect
                  x={left(index) + gap / 2}
                  y={y.at(bar.value)}
                  width={Math.max(1, step - gap)}
                  height={frame.bottom - y.at(bar.value)}
                  rx={Math.min(2, step / 4)}
                  className={cn("fill-accent", active && active.column !== index && "opacity-40")}
                />
                {(bars.length - 1 - index) % every === 0 && (
                  <text
                    x={left(index) + step / 2}
                    y={frame.bottom + 16}
                    textAnchor="middle"
                    className="fill-dim text-[11px]"
                  >
                    {bar.tick}
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
