import { BottomAxis, LeftAxis } from "@/components/charts/axes";
import { ChartSurface } from "@/components/charts/chart-surface";
import { formatTimeTick, linearScale, timeScale } from "@/components/charts/scales";
import { useWidth } from "@/components/charts/use-width";
import { formatCount, formatExact } from "@/lib/format";
import type { Evidence } from "../../api/integrity";
import { voteStrings } from "../../fns/vote-strings";

const words = voteStrings.times;
const HEIGHT = 190;
const WINDOW_MS = 600_000;

/** One bar per ten minutes in which votes were cast. */
export function TimesChart({ times }: { times: Evidence["times"] }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const frame = { left: 44, right: width - 16, top: 30, bottom: HEIGHT - 44 };
  const moments = times.map((time) => Date.parse(time.at));
  const x = timeScale(
    [Math.min(...moments), Math.max(...moments) + WINDOW_MS],
    [frame.left, frame.right],
    Math.max(3, Math.floor((frame.right - frame.left) / 90)),
  );
  const y = linearScale(
    [0, Math.max(1, ...times.map((time) => time.votes))],
    [frame.bottom, frame.top],
    3,
  );
  const bar = Math.max(2, x.at(WINDOW_MS) - x.at(0) - 1);
  const marks = [
    times.map((time, index) => ({
      x: x.at(moments[index] ?? 0) + bar / 2,
      y: y.at(time.votes),
      title: formatExact(new Date(time.at)),
      lines: [voteStrings.votes(formatCount(time.votes))],
    })),
  ];
  return (
    <div ref={box} className="overflow-x-clip">
      <ChartSurface
        label={words.label}
        width={width}
        height={HEIGHT}
        marks={marks}
        reach={{ x: 30, y: HEIGHT }}
      >
        {() => (
          <>
            <BottomAxis
              scale={x}
              frame={frame}
              name={words.x}
              format={(tick) => formatTimeTick(tick, x.ticks)}
            />
            <LeftAxis scale={y} frame={frame} name={words.y} format={formatCount} />
            {times.map((time, index) => (
              <rect
                key={time.at}
                x={x.at(moments[index] ?? 0)}
                y={y.at(time.votes)}
                width={bar}
                height={frame.bottom - y.at(time.votes)}
                className="fill-accent"
              />
            ))}
          </>
        )}
      </ChartSurface>
    </div>
  );
}
