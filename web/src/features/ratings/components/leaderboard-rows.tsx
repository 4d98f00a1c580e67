import { TableOrCards } from "@/components/ui/table-or-cards";
import type { Row } from "../api/ratings";
import type { Column } from "../fns/columns";
import { axisOf } from "../fns/rows";
import { useMoved, useRowAnimation } from "../hooks/use-row-animation";
import { LeaderboardCards, LeaderboardCardsSkeleton } from "./leaderboard-cards";
import { LeaderboardTable, LeaderboardTableSkeleton, type PriceWords } from "./leaderboard-table";
import type { Sorting } from "./sort-heading";

interface LeaderboardRowsProps {
  rows: readonly Row[];
  /** All rows of the leaderboard, for a common axis. */
  all: readonly Row[];
  columns: readonly Column[];
  sorting: Sorting;
  preliminaryBelow: number;
  priceWords: PriceWords;
  setting: string;
}

/** A table if there is room, otherwise a list. */
export function LeaderboardRows(props: LeaderboardRowsProps) {
  const { rows, all, setting, columns, sorting, preliminaryBelow, priceWords } = props;
  const ids = rows.map((row) => row.model_id);
  const body = useRowAnimation<HTMLTableSectionElement>(ids, setting);
  const list = useRowAnimation<HTMLUListElement>(ids, setting);
  const moved = useMoved(ids, setting);
  const shared = { rows, axis: axisOf(all), preliminaryBelow, priceWords, moved };
  return (
    <TableOrCards
      table={<LeaderboardTable {...shared} columns={columns} sorting={sorting} body={body} />}
      cards={<LeaderboardCards {...shared} list={list} />}
    />
  );
}

interface LeaderboardLoadingProps {
  /** What is being loaded, for screen readers. */
  label: string;
  columns: readonly Column[];
  sorting: Sorting;
}

export function LeaderboardLoading({ label, ...look }: LeaderboardLoadingProps) {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden="true" inert>
        <TableOrCards
          table={<LeaderboardTableSkeleton {...look} />}
          cards={<LeaderboardCardsSkeleton />}
        />
      </div>
    </div>
  );
}
