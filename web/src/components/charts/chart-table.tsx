import { Cell, HeadCell } from "@/components/ui/table";
import { chartStrings } from "./strings";

type Value = string | number | null;

interface Column {
  label: string;
  /** Formats a value in the table; the CSV has the raw value. */
  format?: (value: number) => string;
  /** The same for text values. */
  formatText?: (value: string) => string;
}

export interface TableData {
  columns: readonly Column[];
  rows: readonly (readonly Value[])[];
}

/** The numbers of a chart as a table. */
export function ChartTable({ title, data }: { title: string; data: TableData }) {
  return (
    <section
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
      tabIndex={0}
      className="max-h-128 overflow-auto rounded-lg border border-line"
    >
      <table className="w-full border-collapse text-left text-[13px]">
        <thead className="sticky top-0">
          <tr>
            {data.columns.map((column) => (
              <HeadCell key={column.label} className={column.format && "text-right"}>
                {column.label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.slice(0, 2).join(" ")} className="border-t border-line">
              {data.columns.map((column, index) => (
                <Cell
                  key={column.label}
                  className={column.format ? "py-1.5 text-right tabular-nums" : "py-1.5"}
                >
                  {shown(row[index] ?? null, column)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shown(value: Value, column: Column): string {
  if (value === null) return chartStrings.nothing;
  if (typeof value === "number") return column.format ? column.format(value) : String(value);
  return column.formatText ? column.formatText(value) : value;
}
