import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { cn } from "@/lib/cn";
import { type Cursor, type Mark, type Marks, markAt, moveCursor, nearestMark } from "./cursor";
import { chartStrings } from "./strings";

const BUBBLE_HALF = 112;
const ROOM_ABOVE = 84;

interface ChartSurfaceProps {
  /** Describes the chart in one sentence for screen readers. */
  label: string;
  width: number;
  height: number;
  marks: Marks;
  /** How far the pointer may be from a mark, in pixels. */
  reach: { x: number; y: number };
  children: (active: Cursor | undefined) => ReactNode;
}

/** The SVG of a chart. Hover, touch or arrow keys show the exact values of one mark at a time. */
export function ChartSurface({ label, width, height, marks, reach, children }: ChartSurfaceProps) {
  const [cursor, setCursor] = useState<Cursor>();
  const active = markAt(marks, cursor);

  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setCursor(nearestMark(marks, event.clientX - box.left, event.clientY - box.top, reach));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setCursor(undefined);
    const next = moveCursor(marks, cursor ?? { row: 0, column: 0 }, event.key);
    if (!next) return;
    event.preventDefault();
    setCursor(cursor ? next : { row: 0, column: 0 });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups the values of a chart.
    <div
      role="group"
      aria-roledescription={chartStrings.chart}
      aria-label={`${label} ${chartStrings.keys}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the values.
      tabIndex={0}
      onKeyDown={press}
      onBlur={() => setCursor(undefined)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setCursor(undefined)}
      className="relative touch-pan-x touch-pan-y rounded-lg -outline-offset-2 select-none"
      style={{ width, height }}
    >
      <svg
        data-chart=""
        aria-hidden="true"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="block overflow-visible font-sans text-xs tabular-nums"
      >
        {children(active ? cursor : undefined)}
      </svg>
      <div role="status" className="pointer-events-none">
        {active && <Bubble mark={active} width={width} />}
      </div>
    </div>
  );
}

function Bubble({ mark, width }: { mark: Mark; width: number }) {
  const half = Math.min(BUBBLE_HALF, width / 2);
  const below = mark.y < ROOM_ABOVE;
  return (
    <div
      style={{ left: Math.min(Math.max(mark.x, half), width - half), top: mark.y }}
      className={cn(
        "absolute z-20 w-max max-w-64 -translate-x-1/2 rounded-lg bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-lift",
        below ? "translate-y-3" : "-translate-y-[calc(100%+10px)]",
      )}
    >
      <p className="font-semibold">{mark.title}</p>
      {mark.lines.map((line) => (
        <p key={line} className="tabular-nums">
          {line}
        </p>
      ))}
    </div>
  );
}
