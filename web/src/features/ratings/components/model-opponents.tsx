import { Link } from "@tanstack/react-router";
import { ModelLogo } from "@/components/ui/model-logo";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Table, Row as TableRow } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { ModelRatings } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";
import { votesOf } from "../fns/words";
import { RecordCells } from "./record-cells";

const words = ratingsStrings.model;

/** The record against each opponent: this model is left and blue, the opponent right and amber. */
export function ModelOpponents({ ratings }: { ratings: ModelRatings }) {
  return (
    <Section title={words.opponents}>
      <Table>
        <thead>
          <tr>
            <HeadCell>{words.opponent}</HeadCell>
            <HeadCell className="w-2/5">{words.record}</HeadCell>
            <HeadCell className="text-right">{words.share}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">
              {ratingsStrings.columns.vote_count}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {ratings.opponents.map((opponent) => (
            <TableRow key={opponent.model_id}>
              <Cell className="max-w-36 sm:max-w-52">
                <Link
                  to="/versus/$a/$b"
                  params={{ a: ratings.model_id, b: opponent.model_id }}
                  className="flex items-center gap-2 font-medium after:absolute after:inset-0"
                >
                  <ModelLogo
                    modelId={opponent.model_id}
                    name={opponent.model_name}
                    className="size-6 rounded-md text-[10px]"
                  />
                  <span className="truncate">{opponent.model_name}</span>
                </Link>
              </Cell>
              <RecordCells
                record={opponent.record}
                observed={opponent.observed}
                one={ratings.model_name}
                other={opponent.model_name}
              />
              <Cell className="text-right tabular-nums max-sm:hidden">
                {formatCount(votesOf(opponent.record))}
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
