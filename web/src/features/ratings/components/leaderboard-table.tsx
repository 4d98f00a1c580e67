import type { ReactNode, Ref } from "react";
import { ModelNameSkeleton, Skeleton } from "@/components/ui/skeleton";
import { Cell, Table, Row as TableRow } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Row } from "../api/ratings";
import { type Column, isDefault } from "../fns/columns";
import type { Axis } from "../fns/rows";
import { ratingsStrings } from "../fns/strings";
import { formatPercent, formatPrice, formatRating, rankRange } from "../fns/words";
import { IntervalBar } from "./interval-bar";
import { RatedName } from "./rated-name";
import { Score } from "./score";
import { PlainHeading, SortHeading, type Sorting } from "./sort-heading";

const words = ratingsStrings.row;
const RIGHT: readonly Column[] = ["vote_count", "win_rate", "both_bad_rate", "price", "online_elo"];

/** Prices that are words instead of amounts, such as "local", by model id. */
export type PriceWords = ReadonlyMap<string, string>;

interface LeaderboardTableProps {
  rows: readonly Row[];
  axis: Axis;
  columns: readonly Column[];
  sorting: Sorting;
  preliminaryBelow: number;
  priceWords: PriceWords;
  /** Rows that have just changed their place. */
  moved: ReadonlySet<string>;
  body: Ref<HTMLTableSectionElement>;
}

export function LeaderboardTable(props: LeaderboardTableProps) {
  const { rows, columns, sorting, moved, body } = props;
  return (
    <TableFrame columns={columns} sorting={sorting} body={body}>
      {rows.map((row) => (
        <TableRow
          key={row.model_id}
          data-glide={row.model_id}
          className={cn(moved.has(row.model_id) && "animate-tint")}
        >
          <Cell className="pl-4 text-right tabular-nums first:pl-4">
            <Rank row={row} />
          </Cell>
          <Cell className="w-full max-w-0 min-w-44">
            <RatedName row={row} preliminaryBelow={props.preliminaryBelow} />
          </Cell>
          <Cell className="text-right">
            <Score row={row} />
          </Cell>
          {columns.map((column) => (
            <Cell
              key={column}
              className={cn(
                RIGHT.includes(column) && "text-right tabular-nums",
                LOOKS[column],
                isWideOnly(column, columns),
              )}
            >
              {CONTENTS[column](row, props)}
            </Cell>
          ))}
        </TableRow>
      ))}
    </TableFrame>
  );
}

/**
 * Columns that the default table leaves out at medium width. Explicitly chosen columns are all shown, and the table
 * scrolls.
 */
const WIDE_ONLY: readonly Column[] = ["both_bad_rate", "license"];
const isWideOnly = (column: Column, columns: readonly Column[]) =>
  WIDE_ONLY.includes(column) && isDefault(columns) && "@max-[60rem]:hidden";

const LOOKS: Partial<Record<Column, string>> = {
  interval: "min-w-32 @min-[72rem]:min-w-56",
  both_bad_rate: "text-dim",
  organization: "max-w-40 truncate text-dim",
  license: "max-w-36 truncate text-dim",
  price: "text-dim",
  online_elo: "text-dim",
};

type Content = (row: Row, props: Pick<LeaderboardTableProps, "axis" | "priceWords">) => ReactNode;

const Unknown = () => <span className="text-faint">{words.unknown}</span>;

const CONTENTS: Record<Column, Content> = {
  interval: (row, { axis }) => <IntervalBar row={row} axis={axis} />,
  vote_count: (row) => formatCount(row.vote_count),
  win_rate: (row) => (row.win_rate === null ? "–" : formatPercent(row.win_rate)),
  both_bad_rate: (row) => (row.both_bad_rate === null ? "–" : formatPercent(row.both_bad_rate)),
  organization: (row) => row.organization ?? <Unknown />,
  license: (row) => row.license ?? <Unknown />,
  price: (row, { priceWords }) => priceText(row, priceWords),
  online_elo: (row) => (row.online_elo === null ? "–" : formatRating(row.online_elo)),
};

export function priceText(row: Row, priceWords: PriceWords): string {
  return priceWords.get(row.model_id) ?? formatPrice(row) ?? "–";
}

export function Rank({ row }: { row: Row }) {
  const range = rankRange(row);
  return (
    <>
      <span className="font-semibold">{row.rank}</span>
      {range && (
        <Tooltip content={words.places(range)}>
          <span className="relative z-10 block text-[11px] leading-tight text-faint">{range}</span>
        </Tooltip>
      )}
    </>
  );
}

interface FrameProps {
  columns: readonly Column[];
  sorting: Sorting;
  body?: Ref<HTMLTableSectionElement> | undefined;
  children: ReactNode;
}

function TableFrame({ columns, sorting, body, children }: FrameProps) {
  return (
    <Table>
      <thead>
        <tr>
          <SortHeading column="rank" right {...sorting} />
          <SortHeading column="model_name" {...sorting} />
          <SortHeading column="elo_score" right {...sorting} />
          {columns.map((column) =>
            column === "interval" ? (
              <PlainHeading key={column} hint={ratingsStrings.hints.interval}>
                {ratingsStrings.columns.interval}
              </PlainHeading>
            ) : (
              <SortHeading
                key={column}
                column={column}
                right={RIGHT.includes(column)}
                className={cn(isWideOnly(column, columns))}
                {...sorting}
              />
            ),
          )}
        </tr>
      </thead>
      <tbody {...(body ? { ref: body } : {})}>{children}</tbody>
    </Table>
  );
}

const WIDTHS = ["w-40", "w-32", "w-44", "w-28", "w-36", "w-48", "w-30", "w-38"];

export function LeaderboardTableSkeleton(props: Pick<FrameProps, "columns" | "sorting">) {
  return (
    <TableFrame {...props}>
      {WIDTHS.map((width) => (
        <tr key={width} className="border-t border-line">
          <Cell className="first:pl-4">
            <Skeleton className="ml-auto w-4" />
          </Cell>
          <Cell className="w-full">
            <ModelNameSkeleton width={width} />
          </Cell>
          <Cell>
            <Skeleton className="ml-auto w-22" />
          </Cell>
          {props.columns.map((column) => (
            <Cell key={column} className={cn(LOOKS[column], isWideOnly(column, props.columns))}>
              <Skeleton
                className={cn(
                  column === "interval" ? "h-1.5 w-full" : "w-14",
                  RIGHT.includes(column) && "ml-auto",
                )}
              />
            </Cell>
          ))}
        </tr>
      ))}
    </TableFrame>
  );
}
