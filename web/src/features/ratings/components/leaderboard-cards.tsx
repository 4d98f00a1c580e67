import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type Ref, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ModelLogo } from "@/components/ui/model-logo";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Row } from "../api/ratings";
import type { Axis } from "../fns/rows";
import { ratingsStrings } from "../fns/strings";
import { formatPercent, rankRange } from "../fns/words";
import { IntervalBar } from "./interval-bar";
import { type PriceWords, priceText } from "./leaderboard-table";
import { RowBadges } from "./rated-name";
import { Score } from "./score";

const words = ratingsStrings.row;
const { columns } = ratingsStrings;

interface LeaderboardCardsProps {
  rows: readonly Row[];
  axis: Axis;
  preliminaryBelow: number;
  priceWords: PriceWords;
  moved: ReadonlySet<string>;
  list: Ref<HTMLUListElement>;
}

/** The leaderboard on narrow pages: rank, name and score; a tap shows the rest. */
export function LeaderboardCards({ rows, list, moved, ...shared }: LeaderboardCardsProps) {
  return (
    <Card className="overflow-hidden">
      <ul ref={list}>
        {rows.map((row) => (
          <li
            key={row.model_id}
            data-glide={row.model_id}
            className={cn(
              "border-t border-line first:border-t-0",
              moved.has(row.model_id) && "animate-tint",
            )}
          >
            <Entry row={row} {...shared} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type EntryProps = Omit<LeaderboardCardsProps, "rows" | "moved" | "list"> & { row: Row };

function Entry({ row, axis, preliminaryBelow, priceWords }: EntryProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2.5 px-3 py-2.5 text-left"
      >
        <span className="w-7 shrink-0 text-center leading-tight tabular-nums">
          <span className="block font-semibold">{row.rank}</span>
          <span className="block text-[11px] text-faint">{rankRange(row)}</span>
        </span>
        <ModelLogo modelId={row.model_id} name={row.model_name} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className="font-semibold wrap-anywhere">{row.model_name}</span>
            <Score row={row} />
          </span>
          <IntervalBar row={row} axis={axis} />
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cn("size-4 shrink-0 text-faint transition-transform", open && "rotate-180")}
        />
      </button>
      {open && <More row={row} preliminaryBelow={preliminaryBelow} priceWords={priceWords} />}
    </>
  );
}

function More({ row, preliminaryBelow, priceWords }: Omit<EntryProps, "axis">) {
  const facts: [string, string][] = [
    [columns.vote_count, formatCount(row.vote_count)],
    [columns.win_rate, row.win_rate === null ? "–" : formatPercent(row.win_rate)],
    [columns.both_bad_rate, row.both_bad_rate === null ? "–" : formatPercent(row.both_bad_rate)],
    [columns.organization, row.organization ?? words.unknown],
    [columns.license, row.license ?? words.unknown],
    [columns.price, priceText(row, priceWords)],
  ];
  return (
    <div className="flex animate-appear flex-col gap-3 px-3 pb-3.5 pl-12.5">
      <div className="flex gap-2 empty:hidden">
        <RowBadges row={row} preliminaryBelow={preliminaryBelow} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-[13px]">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-dim">{name}</dt>
            <dd className="truncate tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {row.status && (
        <Button asChild className="self-start">
          <Link to="/models/$modelId" params={{ modelId: row.model_id }}>
            {words.open}
          </Link>
        </Button>
      )}
    </div>
  );
}

export function LeaderboardCardsSkeleton() {
  return (
    <Card>
      {["w-40", "w-32", "w-44", "w-28", "w-36", "w-30"].map((width) => (
        <div
          key={width}
          className="flex items-center gap-2.5 border-t border-line px-3 py-3 first:border-t-0"
        >
          <Skeleton className="w-7" />
          <Skeleton className="size-7 rounded-lg" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className={width} />
            <Skeleton className="h-1.5 w-full" />
          </div>
        </div>
      ))}
    </Card>
  );
}
