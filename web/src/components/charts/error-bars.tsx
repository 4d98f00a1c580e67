import type { Scale } from "./scales";

interface ErrorBarsProps {
  points: readonly {
    at: number;
    value: number;
    low?: number | undefined;
    high?: number | undefined;
  }[];
  color: string;
  x: Scale;
  y: Scale;
}

/** Separate measurements: each has a dot and an error bar. */
export function ErrorBars({ points, color, x, y }: ErrorBarsProps) {
  return (
    <g stroke={color} strokeLinecap="round">
      {points.map(({ at, value, low = value, high = value }) => (
        <g key={at} transform={`translate(${x.at(at)} 0)`}>
          <path
            d={`M0 ${y.at(low)}V${y.at(high)}M-3.5 ${y.at(low)}H3.5M-3.5 ${y.at(high)}H3.5`}
            strokeWidth={1.5}
            strokeOpacity={0.6}
          />
          <circle cy={y.at(value)} r={3.5} fill={color} className="stroke-none" />
        </g>
      ))}
    </g>
  );
}
