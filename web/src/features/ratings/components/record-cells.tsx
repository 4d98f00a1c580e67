import { Cell } from "@/components/ui/table";
import type { Estimate, Record as PairRecord } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";
import { estimateWords } from "../fns/words";
import { Share, WinBar } from "./win-bar";

interface RecordCellsProps {
  record: PairRecord;
  observed: Estimate | null;
  /** Names of both models: the first is left and blue, the second right and amber. */
  one: string;
  other: string;
}

/** The record of two models against each other: a bar and the share that the first won. */
export function RecordCells({ record, observed, one, other }: RecordCellsProps) {
  const share = observed ? estimateWords(observed) : "";
  return (
    <>
      <Cell>
        <WinBar
          record={record}
          observed={observed}
          label={ratingsStrings.versus.bar(one, share, other)}
        />
      </Cell>
      <Cell className="text-right tabular-nums">
        {observed ? <Share estimate={observed} /> : "–"}
      </Cell>
    </>
  );
}
