import type { Scale } from "./scales";

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface AxisProps {
  scale: Scale;
  frame: Frame;
  /** What the axis measures, with its unit. */
  name: string;
  format: (tick: number) => string;
}

/** Ticks below the chart, with grid lines. */
export function BottomAxis({ scale, frame, name, format }: AxisProps) {
  return (
    <g>
      {scale.ticks.map((tick) => (
        <g key={tick} transform={`translate(${scale.at(tick)} 0)`}>
          <line y1={frame.top} y2={frame.bottom} className="stroke-line" />
          <text y={frame.bottom + 16} textAnchor="middle" className="fill-dim text-[11px]">
            {format(tick)}
          </text>
        </g>
      ))}
      <text
        x={(frame.left + frame.right) / 2}
        y={frame.bottom + 34}
        textAnchor="middle"
        className="fill-dim text-[11px] font-medium"
      >
        {name}
      </text>
    </g>
  );
}

/** Ticks left of the chart. The axis name is above them, so that it need not be rotated. */
export function LeftAxis({ scale, frame, name, format }: AxisProps) {
  return (
    <g>
      {scale.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${scale.at(tick)})`}>
          <line x1={frame.left} x2={frame.right} className="stroke-line" />
          <text x={frame.left - 8} y={4} textAnchor="end" className="fill-dim text-[11px]">
            {format(tick)}
          </text>
        </g>
      ))}
      <text x={0} y={frame.top - 12} className="fill-dim text-[11px] font-medium">
        {name}
      </text>
    </g>
  );
}
