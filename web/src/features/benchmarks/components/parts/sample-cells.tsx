import { Cell } from "@/components/ui/table";
import type { Sample, Spec } from "../../api/bench";
import { cellText } from "../../fns/cell-text";

const MOST_COLUMNS = 5;

/** The columns to show next to the correct answer, which has its own column. */
export function shownColumns(
  columns: readonly string[],
  fields: Spec["dataset"]["fields"],
): string[] {
  return columns.filter((column) => column !== fields.target).slice(0, MOST_COLUMNS);
}

interface SampleCellsProps {
  sample: Sample;
  columns: readonly string[];
  /** Whether the data has a correct answer. */
  hasTarget: boolean;
}

/** A sample in a table: long texts are cut after three lines. */
export function SampleCells({ sample, columns, hasTarget }: SampleCellsProps) {
  return (
    <>
      {columns.map((column) => (
        <TextCell key={column} text={cellText(sample.fields[column])} />
      ))}
      {hasTarget && <TextCell text={cellText(sample.target)} />}
    </>
  );
}

function TextCell({ text }: { text: string }) {
  return (
    <Cell className="max-w-96 min-w-32 align-top whitespace-normal">
      <span className="line-clamp-3 text-[13px] wrap-anywhere">{text}</span>
    </Cell>
  );
}
