import { Hint } from "@/components/ui/hint";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Table, Row as TableRow } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { Versus } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";
import { estimateWords, votesOf } from "../fns/words";
import { BoardLink } from "./board-link";
import { RecordCells } from "./record-cells";

const words = ratingsStrings.versus;

/** The same two models on every leaderboard on which they met. */
export function VersusBoards({ data }: { data: Versus }) {
  const met = data.boards.filter((board) => votesOf(board.record) > 0);
  if (met.length === 0) return null;
  return (
    <Section title={words.byBoard}>
      <Table>
        <thead>
          <tr>
            <HeadCell>{words.board}</HeadCell>
            <HeadCell className="w-2/5">
              <Hint content={words.recordHint}>{words.record}</Hint>
            </HeadCell>
            <HeadCell className="text-right">{words.observed}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">{words.predicted}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">
              {ratingsStrings.columns.vote_count}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {met.map((board) => (
            <TableRow key={board.board}>
              <Cell className="max-w-24 truncate sm:max-w-44">
                <BoardLink board={board} />
              </Cell>
              <RecordCells
                record={board.record}
                observed={board.observed}
                one={data.a.model_name}
                other={data.b.model_name}
              />
              <Cell className="text-right text-dim tabular-nums max-sm:hidden">
                {board.predicted ? estimateWords(board.predicted) : "–"}
              </Cell>
              <Cell className="text-right tabular-nums max-sm:hidden">
                {formatCount(votesOf(board.record))}
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
