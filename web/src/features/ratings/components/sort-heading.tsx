import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Hint } from "@/components/ui/hint";
import { HeadCell } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import type { Order, Sort } from "../fns/leaderboard-search";
import { defaultOrder } from "../fns/rows";
import { ratingsStrings } from "../fns/strings";

export interface Sorting {
  sort: Sort;
  order: Order;
  onSort: (sort: Sort, order: Order) => void;
}

interface SortHeadingProps extends Sorting {
  column: Sort;
  right?: boolean;
  className?: string;
}

/** The first click sorts best first, the next one reverses the order. */
export function SortHeading({ column, right = false, className, ...sorting }: SortHeadingProps) {
  const active = sorting.sort === column;
  const Arrow = sorting.order === "asc" ? ArrowUp : ArrowDown;
  const next = active ? turned(sorting.order) : defaultOrder(column);
  return (
    <HeadCell
      aria-sort={active ? (sorting.order === "asc" ? "ascending" : "descending") : undefined}
      className={cn("p-0 first:pl-0 last:pr-0", right && "text-right", className)}
    >
      <Tooltip content={ratingsStrings.hints[column]}>
        <button
          type="button"
          onClick={() => sorting.onSort(column, next)}
          className={cn(
            "inline-flex h-9.5 items-center gap-1 rounded-md px-3 font-medium transition-colors hover:text-ink",
            right && "flex-row-reverse",
            active && "text-ink",
          )}
        >
          {ratingsStrings.columns[column]}
          <Arrow
            aria-hidden="true"
            className={cn("size-3 transition-opacity", !active && "opacity-0")}
          />
        </button>
      </Tooltip>
    </HeadCell>
  );
}

const turned = (order: Order): Order => (order === "asc" ? "desc" : "asc");

export function PlainHeading({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <HeadCell>
      <Hint content={hint}>{children}</Hint>
    </HeadCell>
  );
}
