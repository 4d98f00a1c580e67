import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useSessions } from "../api/list-sessions";
import { groupSessions } from "../fns/group-sessions";
import { sessionsStrings } from "../fns/strings";
import { SessionItem } from "./session-item";

interface SessionListProps {
  activeSessionId: string | undefined;
  onGo?: (() => void) | undefined;
  /** Called when the shown chat was deleted. Returns a function that goes back to it. */
  onActiveRemoved: () => () => void;
}

/** All chats, newest first. */
export function SessionList({ activeSessionId, onGo, onActiveRemoved }: SessionListProps) {
  const [search, setSearch] = useState("");
  const found = useSessions(useDebounced(search.trim()));
  const sessions = found.data?.pages.flatMap((page) => page.sessions) ?? [];
  const groups = groupSessions(sessions, new Date());

  return (
    <nav aria-label={sessionsStrings.label} className="flex min-h-0 flex-1 flex-col pt-3">
      {(sessions.length > 0 || search !== "") && (
        <SearchField value={search} onChange={setSearch} />
      )}
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-2">
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className="px-2.5 pt-4 pb-1 text-[11px] font-semibold tracking-[0.05em] text-faint uppercase">
              {group.title}
            </h2>
            <ul className="flex flex-col gap-px">
              {group.sessions.map((session) => (
                <SessionItem
                  key={session.session_id}
                  session={session}
                  active={session.session_id === activeSessionId}
                  onGo={onGo}
                  onActiveRemoved={onActiveRemoved}
                />
              ))}
            </ul>
          </section>
        ))}
        <Rest found={found} isEmpty={sessions.length === 0} searching={search.trim() !== ""} />
      </div>
    </nav>
  );
}

function SearchField(props: { value: string; onChange: (value: string) => void }) {
  const { value, onChange } = props;
  return (
    <div className="relative shrink-0 px-0.5">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-3.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={sessionsStrings.search}
        placeholder={sessionsStrings.search}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 w-full rounded-lg border border-transparent bg-transparent pr-2 pl-8 text-base placeholder:text-faint hover:bg-soft focus:border-line focus:bg-soft md:h-8 md:text-[13px]"
      />
    </div>
  );
}

interface RestProps {
  found: ReturnType<typeof useSessions>;
  isEmpty: boolean;
  searching: boolean;
}

function Rest({ found, isEmpty, searching }: RestProps) {
  if (found.isPending) return <Loading />;
  if (found.error && isEmpty) {
    return (
      <div className="px-2.5 py-3 text-[13px] text-dim">
        <p>{sessionsStrings.failed}</p>
        <Button variant="ghost" className="-ml-3.5" onClick={() => found.refetch()}>
          {sessionsStrings.retry}
        </Button>
      </div>
    );
  }
  if (isEmpty) {
    return (
      <p className="px-2.5 py-3 text-[13px] text-faint">
        {searching ? sessionsStrings.noMatch : sessionsStrings.empty}
      </p>
    );
  }
  if (!found.hasNextPage) return null;
  return (
    <More
      onMore={() => found.fetchNextPage()}
      busy={found.isFetchingNextPage}
      failed={found.isFetchNextPageError}
    />
  );
}

interface MoreProps {
  onMore: () => void;
  busy: boolean;
  failed: boolean;
}

/** Loads the next page when it scrolls into view or is clicked. After an error only a click retries. */
function More({ onMore, busy, failed }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (busy || failed || !button.current || typeof IntersectionObserver === "undefined") return;
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore());
    sight.observe(button.current);
    return () => sight.disconnect();
  }, [busy, failed, onMore]);
  return (
    <button
      ref={button}
      type="button"
      disabled={busy}
      onClick={onMore}
      className="min-h-10 w-full px-2.5 text-left text-[13px] text-dim hover:text-ink"
    >
      {failed && !busy ? sessionsStrings.moreFailed : sessionsStrings.more}
    </button>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-4 px-2.5 pt-6">
      <p role="status" className="sr-only">
        {sessionsStrings.loading}
      </p>
      <Skeleton className="w-3/4" />
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
    </div>
  );
}

const SETTLE_MS = 200;

/** The value after it has not changed for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
}
