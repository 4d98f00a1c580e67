import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { cn } from "@/lib/cn";
import { downloadText } from "@/lib/download";
import { describeFailure, Problem } from "@/lib/problem";
import { useLeaderboard } from "../api/boards";
import type { Leaderboard, Metadata, Row } from "../api/ratings";
import type { Column } from "../fns/columns";
import { fileNameOf, rowsAsCsv, rowsAsJson } from "../fns/export-rows";
import {
  boardOf,
  isFiltered,
  type LeaderboardSearch,
  withoutFilters,
  withSearch,
} from "../fns/leaderboard-search";
import { defaultOrder, filterRows, sortRows } from "../fns/rows";
import { ratingsStrings } from "../fns/strings";
import { useColumns } from "../hooks/use-columns";
import { useLiveRatings } from "../hooks/use-live-ratings";
import { BoardDetails } from "./board-details";
import { BoardNotes } from "./board-notes";
import { BoardTabs } from "./board-tabs";
import { HelpDialog } from "./help-dialog";
import { LazyPlots } from "./lazy-plots";
import { LeaderboardFilters } from "./leaderboard-filters";
import { LeaderboardHeading } from "./leaderboard-heading";
import { LeaderboardLoading, LeaderboardRows } from "./leaderboard-rows";
import type { PriceWords } from "./leaderboard-table";
import { NoBattles } from "./no-battles";
import { RatingsNav } from "./ratings-nav";
import type { Sorting } from "./sort-heading";

interface LeaderboardViewProps {
  search: LeaderboardSearch;
  onSearch: (search: LeaderboardSearch) => void;
  priceWords: PriceWords;
}

export function LeaderboardView({ search, onSearch, priceWords }: LeaderboardViewProps) {
  useLiveRatings();
  const [helping, setHelping] = useState(false);
  const { data, error, refetch, isPlaceholderData } = useLeaderboard(boardOf(search), search.min);
  const [columns, setColumns] = useColumns(search.columns, (text) =>
    onSearch(withSearch(search, { columns: text })),
  );
  const sorting = sortingOf(search, onSearch);
  const rows = sortRows(filterRows(data?.leaderboard ?? [], search), sorting.sort, sorting.order);

  if (error && (!data || isPlaceholderData)) {
    return <Failed error={error} onRetry={() => refetch()} />;
  }
  return (
    <div className="@container flex flex-col gap-4">
      <RatingsNav current="all" />
      <LeaderboardHeading metadata={data?.metadata} />
      <BoardTabs search={search} onSearch={onSearch} boards={data?.metadata.boards} />
      {data && data.leaderboard.length === 0 && !isFiltered(search) ? (
        <NoBattles title={ratingsStrings.empty.title}>
          {ratingsStrings.empty.detail(data.metadata.min_votes)}
        </NoBattles>
      ) : (
        <>
          <LeaderboardFilters
            search={search}
            onSearch={onSearch}
            metadata={data?.metadata}
            columns={columns}
            onColumns={setColumns}
            onHelp={() => setHelping(true)}
            onExport={(format) => data && save(format, rows, columns, data.metadata)}
          />
          {data ? (
            <div
              aria-busy={isPlaceholderData}
              className={cn(
                "flex flex-col gap-6 transition-opacity duration-150",
                isPlaceholderData && "opacity-60",
              )}
            >
              <Board
                data={data}
                rows={rows}
                columns={columns}
                sorting={sorting}
                priceWords={priceWords}
                setting={settingOf(search, isPlaceholderData)}
                onClear={() => onSearch(withoutFilters(search))}
                min={search.min}
                onShowAll={() => onSearch(withSearch(search, { min: 0 }))}
              />
              <LazyPlots
                board={data.metadata.board}
                rows={rows}
                filtered={isFiltered(search)}
                search={search}
                onSearch={onSearch}
              />
            </div>
          ) : (
            <LeaderboardLoading
              label={ratingsStrings.loading}
              columns={columns}
              sorting={sorting}
            />
          )}
        </>
      )}
      <HelpDialog open={helping} onOpenChange={setHelping} />
    </div>
  );
}

function sortingOf(search: LeaderboardSearch, onSearch: (search: LeaderboardSearch) => void) {
  const sort = search.sort ?? "rank";
  return {
    sort,
    order: search.order ?? defaultOrder(sort),
    onSort: (next, order) =>
      onSearch(
        withSearch(search, {
          sort: next === "rank" ? undefined : next,
          order: order === defaultOrder(next) ? undefined : order,
        }),
      ),
  } satisfies Sorting;
}

/** What the reader chose and whether it is loaded. Only changes without a new choice are animated. */
const settingOf = (
  { q, org, license, min, sort, order, ...rest }: LeaderboardSearch,
  isEarlier: boolean,
): string => JSON.stringify([boardOf(rest), q, org, license, min, sort, order, isEarlier]);

function save(
  format: "csv" | "json",
  rows: readonly Row[],
  columns: readonly Column[],
  metadata: Metadata,
): void {
  const name = fileNameOf(metadata.board);
  if (format === "csv") downloadText(rowsAsCsv(rows, columns), "text/csv", `${name}.csv`);
  else downloadText(rowsAsJson(rows, columns, metadata), "application/json", `${name}.json`);
}

interface BoardProps {
  data: Leaderboard;
  rows: readonly Row[];
  columns: readonly Column[];
  sorting: Sorting;
  priceWords: PriceWords;
  setting: string;
  onClear: () => void;
  min: number | undefined;
  onShowAll: () => void;
}

function Board({ data, rows, onClear, min, onShowAll, ...shared }: BoardProps) {
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={ratingsStrings.noMatch.title}
          action={<Button onClick={onClear}>{ratingsStrings.filters.clear}</Button>}
        >
          {ratingsStrings.noMatch.detail}
        </EmptyState>
      ) : (
        <LeaderboardRows
          rows={rows}
          all={data.leaderboard}
          preliminaryBelow={data.metadata.preliminary_below}
          {...shared}
        />
      )}
      <BoardNotes data={data} min={min} onShowAll={onShowAll} />
      <BoardDetails metadata={data.metadata} />
    </>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const words = ratingsStrings.noBoard;
  if (!(error instanceof Problem && error.isNotFound)) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      icon={SearchX}
      heading="h1"
      title={words.title}
      action={
        <Button asChild>
          <Link to="/leaderboard">{words.overall}</Link>
        </Button>
      }
    >
      {words.detail}
    </EmptyState>
  );
}
