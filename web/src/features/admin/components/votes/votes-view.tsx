import { Link } from "@tanstack/react-router";
import { ChartNoAxesColumn, ScanSearch } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageHead } from "@/components/ui/page-head";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import { useStore } from "@/lib/store";
import { useLive } from "@/lib/use-live";
import { useStartReview, useSuspects } from "../../api/integrity";
import { reviewRunning } from "../../fns/review-watch";
import { voteStrings as words } from "../../fns/vote-strings";
import { SUSPECT_STATES, type VotesSearch } from "../../fns/votes-search";
import { RecountStatus } from "./recount-status";
import { SuspectDrawer } from "./suspect-drawer";
import { SuspectsList } from "./suspects-list";

/** After this time the check can be started again, even if the worker never answered. */
const LONGEST_MS = 300_000;

interface VotesViewProps {
  search: VotesSearch;
  onSearch: (search: VotesSearch) => void;
  /** Display names of models by id. */
  names: ReadonlyMap<string, string>;
}

export function VotesView({ search, onSearch, names }: VotesViewProps) {
  const status = search.status ?? "open";
  const queue = useSuspects("open").data?.pages[0];
  const open = queue?.open;
  const withStatus = (suspect?: string): VotesSearch => ({
    ...(search.status ? { status: search.status } : {}),
    ...(suspect ? { suspect } : {}),
  });
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.lead} tools={<Tools />} />
      <Running />
      <RecountStatus recount={queue?.recount} />
      <div>
        <Segmented
          label={words.tabs.label}
          value={status}
          onChange={(next) => onSearch(next === "open" ? {} : { status: next })}
          options={SUSPECT_STATES.map((value) => ({
            value,
            label:
              value === "open" && open !== undefined
                ? words.count(words.tabs.open, formatCount(open))
                : words.tabs[value],
          }))}
        />
      </div>
      <SuspectsList
        key={status}
        status={status}
        names={names}
        onOpen={(suspect) => onSearch(withStatus(suspect))}
      />
      {search.suspect && (
        <SuspectDrawer
          suspectId={search.suspect}
          names={names}
          onClose={() => onSearch(withStatus())}
        />
      )}
    </div>
  );
}

function Tools() {
  const start = useStartReview();
  const running = useStore(reviewRunning);
  return (
    <>
      <Button asChild>
        <Link to="/leaderboard">
          <ChartNoAxesColumn aria-hidden="true" />
          {words.board}
        </Link>
      </Button>
      <Button
        variant="primary"
        disabled={running || start.isPending}
        onClick={() => start.mutate(undefined, { onSuccess: () => reviewRunning.set(true) })}
      >
        <ScanSearch aria-hidden="true" />
        {words.review.start}
      </Button>
    </>
  );
}

/** Shown until the worker announces that the list is up to date. */
function Running() {
  const running = useStore(reviewRunning);
  useLive("admin", (what) => {
    if (what !== "integrity" || !reviewRunning.get()) return;
    reviewRunning.set(false);
    toast({ title: words.review.done });
  });
  useEffect(() => {
    if (!running) return;
    const patience = setTimeout(() => reviewRunning.set(false), LONGEST_MS);
    return () => clearTimeout(patience);
  }, [running]);
  return (
    <div role="status" className="empty:hidden">
      {running && (
        <Card className="flex flex-col gap-2.5 p-4">
          <p>{words.review.running}</p>
          <div className="h-1.5 animate-breathe rounded-full bg-accent" />
        </Card>
      )}
    </div>
  );
}
