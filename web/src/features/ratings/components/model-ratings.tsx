import { Link } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Cell, HeadCell, Table, Row as TableRow } from "@/components/ui/table";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import type { ModelRatings as Ratings } from "../api/ratings";
import { plainFirst } from "../fns/boards";
import { axisOf } from "../fns/rows";
import { ratingsStrings } from "../fns/strings";
import { formatPercent } from "../fns/words";
import { useLiveRatings } from "../hooks/use-live-ratings";
import { BoardLink } from "./board-link";
import { ExampleBattles, type ModelNames } from "./example-battles";
import { IntervalBar } from "./interval-bar";
import { Rank } from "./leaderboard-table";
import { ModelHistory } from "./model-history";
import { ModelOpponents } from "./model-opponents";
import { Score } from "./score";

const words = ratingsStrings.model;
const FEW = 6;

/** All ratings of one model. */
export function ModelRatings({ modelId, names }: { modelId: string; names: ModelNames }) {
  useLiveRatings();
  const { data, error, refetch } = $api.useQuery("get", "/api/models/{model_id}/ratings", {
    params: { path: { model_id: modelId } },
  });
  const battles = $api.useQuery("get", "/api/models/{model_id}/battles", {
    params: { path: { model_id: modelId } },
  });
  if (error && !data) return <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />;
  return (
    <>
      <Section
        title={words.ratings}
        tools={
          <Button asChild>
            <Link to="/versus" search={{ a: modelId }}>
              <GitCompareArrows aria-hidden="true" />
              {words.compare}
            </Link>
          </Button>
        }
      >
        {data ? <Boards ratings={data} /> : <Skeleton className="h-44 w-full rounded-card" />}
      </Section>
      {data && data.boards.length > 0 && <ModelHistory modelId={modelId} />}
      {data && data.opponents.length > 0 && <ModelOpponents ratings={data} />}
      <Section title={words.battles}>
        <ExampleBattles data={battles.data} names={names} nothing={words.noBattles} />
      </Section>
    </>
  );
}

function Boards({ ratings }: { ratings: Ratings }) {
  const [all, setAll] = useState(false);
  const boards = plainFirst(ratings.boards);
  if (boards.length === 0) return <Card className="p-4 text-dim">{words.none}</Card>;
  const axis = axisOf(boards.map(({ row }) => row));
  return (
    <>
      <Table>
        <thead>
          <tr>
            <HeadCell>{words.board}</HeadCell>
            <HeadCell className="text-right">{ratingsStrings.columns.rank}</HeadCell>
            <HeadCell className="text-right">{ratingsStrings.columns.elo_score}</HeadCell>
            <HeadCell className="max-sm:hidden">{ratingsStrings.columns.interval}</HeadCell>
            <HeadCell className="text-right">{ratingsStrings.columns.vote_count}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">
              {ratingsStrings.columns.win_rate}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {boards.slice(0, all ? undefined : FEW).map((board) => (
            <TableRow key={board.board}>
              <Cell className="max-w-28 truncate sm:max-w-52">
                <BoardLink board={board} />
              </Cell>
              <Cell className="text-right tabular-nums">
                <Rank row={board.row} />
              </Cell>
              <Cell className="text-right">
                <Score row={board.row} />
              </Cell>
              <Cell className="w-1/3 max-sm:hidden">
                <IntervalBar row={board.row} axis={axis} />
              </Cell>
              <Cell className="text-right tabular-nums">{formatCount(board.row.vote_count)}</Cell>
              <Cell className="text-right tabular-nums max-sm:hidden">
                {board.row.win_rate === null ? "–" : formatPercent(board.row.win_rate)}
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      {boards.length > FEW && (
        <Button variant="ghost" className="self-start" onClick={() => setAll(!all)}>
          {all ? words.fewerBoards : words.allBoards}
        </Button>
      )}
    </>
  );
}
