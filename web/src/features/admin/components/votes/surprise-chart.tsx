import { BottomAxis, LeftAxis } from "@/components/charts/axes";
import { ChartSurface } from "@/components/charts/chart-surface";
import { linearScale } from "@/components/charts/scales";
import { useWidth } from "@/components/charts/use-width";
import { formatCount } from "@/lib/format";
import type { Evidence } from "../../api/integrity";
import { voteStrings } from "../../fns/vote-strings";

const words = voteStrings.surprise;
const HEIGHT = 260;
const one = (value: number) => value.toFixed(1);

/** The cumulative surprise of the votes, with the band in which normal voting stays. */
export function SurpriseChart({ points }: { points: Evidence["surprise"] }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const frame = { left: 44, right: width - 12, top: 30, bottom: HEIGHT - 44 };
  const x = linearScale(
    [0, points.at(-1)?.votes ?? 1],
    [frame.left, frame.right],
    width < 500 ? 4 : 6,
  );
  const y = linearScale(
    [
      Math.min(0, ...points.map((point) => Math.min(point.low, point.surprise))),
      Math.max(1, ...points.map((point) => Math.max(point.high, point.surprise))),
    ],
    [frame.bottom, frame.top],
  );
  const at = (votes: number, value: number) => `${x.at(votes)} ${y.at(value)}`;
  const over = points.map((point) => at(point.votes, point.high));
  const under = points.toReversed().map((point) => at(point.votes, point.low));
  const marks = [
    points.map((point) => ({
      x: x.at(point.votes),
      y: y.at(point.surprise),
      title: words.at(voteStrings.votes(formatCount(point.votes))),
      lines: words.values(one(point.surprise), one(point.low), one(point.high)),
    })),
  ];
  return (
    <div ref={box} className="overflow-x-clip">
      <ChartSurface
        label={words.label}
        width={width}
        height={HEIGHT}
        marks={marks}
        reach={{ x: 40, y: HEIGHT }}
      >
        {(active) => (
          <>
            <BottomAxis scale={x} frame={frame} name={words.x} format={formatCount} />
            <LeftAxis scale={y} frame={frame} name={words.y} format={formatCount} />
            <path d={`M${[...over, ...under].join("L")}Z`} className="fill-faint/25" />
            <path
              d={`M${points.map((point) => at(point.votes, point.surprise)).join("L")}`}
              strokeLinejoin="round"
              className="fill-none stroke-accent stroke-2"
            />
            {active && (
              <circle
                cx={marks[0]?.[active.column]?.x}
                cy={marks[0]?.[active.column]?.y}
                r={4.5}
                className="fill-accent stroke-panel stroke-2"
              />
            )}
          </>
        )}
      </ChartSurface>
    </div>
  );
}
