import { ChartSurface } from "./chart-surface";
import { fitText } from "./labels";
import { useWidth } from "./use-width";

interface HeatCell {
  text: string;
  /** Any CSS color. */
  fill: string;
  title: string;
  lines: readonly string[];
}

interface HeatMapProps {
  label: string;
  names: readonly { id: string; name: string }[];
  /** By row and column; nothing on the diagonal. */
  cells: readonly (readonly (HeatCell | undefined)[])[];
  rowsAre: string;
  columnsAre: string;
}

const SMALLEST = 40;
const LARGEST = 64;
const HEAD = 108;

/** A matrix of pairs. If it is wider than the page, it scrolls inside its frame. */
export function HeatMap({ label, names, cells, rowsAre, columnsAre }: HeatMapProps) {
  const [box, room] = useWidth<HTMLDivElement>();
  const left = Math.min(170, room * 0.32);
  const size = Math.min(
    LARGEST,
    Math.max(SMALLEST, (room - left - 70) / Math.max(names.length, 1)),
  );
  const high = Math.min(size, 36);
  const width = Math.max(
    Math.min(room, left + size * names.length + 70),
    left + size * names.length,
  );
  const place = (row: number, column: number) => ({
    x: left + (column + 0.5) * size,
    y: HEAD + (row + 0.5) * high,
  });
  const marks = names.map((one, row) =>
    names.map((other, column) => {
      const cell = cells[row]?.[column];
      const { x, y } = place(row, column);
      return { x, y: y - 8, title: cell?.title ?? one.name, lines: cell?.lines ?? [other.name] };
    }),
  );

  return (
    <div ref={box} className="overflow-x-auto overflow-y-hidden">
      <ChartSurface
        label={label}
        width={width}
        height={HEAD + high * names.length + 8}
        marks={marks}
        reach={{ x: size / 2, y: high / 2 + 8 }}
      >
        {(active) => (
          <>
            <text x={0} y={HEAD - 10} className="fill-dim text-[11px] font-medium">
              {fitText(rowsAre, left - 8, 11)}
            </text>
            <text x={left} y={12} className="fill-dim text-[11px] font-medium">
              {columnsAre}
            </text>
            {names.map(({ id, name }, index) => (
              <g key={id}>
                <text
                  x={left - 10}
                  y={place(index, 0).y + 4}
                  textAnchor="end"
                  className="fill-ink text-[12px]"
                >
                  {fitText(name, left - 12)}
                </text>
                <text
                  transform={`translate(${place(0, index).x - 2} ${HEAD - 8}) rotate(-40)`}
                  className="fill-ink text-[12px]"
                >
                  {fitText(name, 118)}
                </text>
              </g>
            ))}
            {names.map(({ id }, row) =>
              names.map((other, column) => {
                const cell = cells[row]?.[column];
                const { x, y } = place(row, column);
                return (
                  <g key={`${id} ${other.id}`}>
                    <rect
                      x={x - size / 2 + 1}
                      y={y - high / 2 + 1}
                      width={size - 2}
                      height={high - 2}
                      rx={4}
                      style={{ fill: cell?.fill ?? "transparent" }}
                      className={
                        active?.row === row && active.column === column
                          ? "stroke-ink stroke-2"
                          : undefined
                      }
                    />
                    {cell && (
                      <text x={x} y={y + 4} textAnchor="middle" className="fill-ink text-[11px]">
                        {cell.text}
                      </text>
                    )}
                  </g>
                );
              }),
            )}
          </>
        )}
      </ChartSurface>
    </div>
  );
}
