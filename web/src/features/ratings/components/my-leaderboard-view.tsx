import { RotateCcw, Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { showErrorToast } from "@/components/ui/error-toast";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import { useMyLeaderboard, useResetMine, useUndoReset } from "../api/my-leaderboard";
import type { MyLeaderboard } from "../api/ratings";
import { type Column, parseColumns } from "../fns/columns";
import type { Order, Sort } from "../fns/leaderboard-search";
import { defaultOrder, sortRows } from "../fns/rows";
import { ratingsStrings } from "../fns/strings";
import { Stat } from "./leaderboard-heading";
import { LeaderboardLoading, LeaderboardRows } from "./leaderboard-rows";
import type { PriceWords } from "./leaderboard-table";
import { NoBattles } from "./no-battles";
import { RatingsNav } from "./ratings-nav";
import type { Sorting } from "./sort-heading";

const words = ratingsStrings.mine;
const UNDO_MS = 10_000;
const PRELIMINARY_BELOW = 20;
const SHOWN: readonly Column[] = parseColumns(
  "interval,vote_count,win_rate,both_bad_rate,license,price",
);

interface MyLeaderboardViewProps {
  search: { sort?: Sort; order?: Order };
  onSearch: (search: { sort?: Sort; order?: Order }) => void;
  priceWords: PriceWords;
}

/** A leaderboard of the user's own votes. */
export function MyLeaderboardView({ search, onSearch, priceWords }: MyLeaderboardViewProps) {
  const { data, error, refetch } = useMyLeaderboard();
  const sort = search.sort ?? "rank";
  const sorting: Sorting = {
    sort,
    order: search.order ?? defaultOrder(sort),
    onSort: (next, order) => onSearch({ sort: next, order }),
  };
  if (error && !data) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <RatingsNav current="mine" />
      <Heading data={data} />
      {!data && <LeaderboardLoading label={words.loading} columns={SHOWN} sorting={sorting} />}
      {data && data.leaderboard.length === 0 && (
        <NoBattles title={words.empty.title}>
          {data.metadata.since ? words.afterReset : words.empty.detail}
        </NoBattles>
      )}
      {data && data.leaderboard.length > 0 && (
        <LeaderboardRows
          rows={sortRows(data.leaderboard, sort, sorting.order)}
          all={data.leaderboard}
          columns={SHOWN}
          sorting={sorting}
          preliminaryBelow={PRELIMINARY_BELOW}
          priceWords={priceWords}
          setting={`${sort} ${sorting.order}`}
        />
      )}
    </div>
  );
}

function Heading({ data }: { data: MyLeaderboard | undefined }) {
  return (
    <div className="flex flex-wrap items-end gap-x-7 gap-y-3">
      <div className="mr-auto max-md:w-full">
        <h1 className="text-[22px] leading-tight font-semibold tracking-tight">{words.title}</h1>
        <p className="text-dim">{words.lead}</p>
      </div>
      <Stat label={words.votes}>{data && formatCount(data.metadata.total_votes)}</Stat>
      {data?.metadata.since && (
        <Stat label={words.since}>
          <RelativeTime iso={data.metadata.since} />
        </Stat>
      )}
      {data?.metadata.since && <RestoreVotes />}
      {data && data.leaderboard.length > 0 && <Reset />}
    </div>
  );
}

const showResetError = (error: Error) => showErrorToast(words.resetFailed, error);

/** Restores the older votes after the toast with Undo is gone. */
function RestoreVotes() {
  const undo = useUndoReset();
  return (
    <Button
      disabled={undo.isPending}
      onClick={() => undo.mutate(undefined, { onError: showResetError })}
    >
      <Undo2 aria-hidden="true" />
      {words.takeBack}
    </Button>
  );
}

function Reset() {
  const reset = useResetMine();
  const undo = useUndoReset();
  return (
    <Button
      disabled={reset.isPending}
      onClick={() =>
        reset.mutate(undefined, {
          onSuccess: () =>
            toast({
              title: words.resetDone,
              detail: words.resetDetail,
              duration: UNDO_MS,
              action: {
                label: words.undo,
                onPress: () => undo.mutate(undefined, { onError: showResetError }),
              },
            }),
          onError: showResetError,
        })
      }
    >
      <RotateCcw aria-hidden="true" />
      {words.reset}
    </Button>
  );
}
