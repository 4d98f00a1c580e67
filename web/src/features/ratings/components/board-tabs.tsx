import { Link } from "@tanstack/react-router";
import { ChevronDown, Info } from "lucide-react";
import { useEffect, useRef } from "react";
import { ChoiceMenu } from "@/components/ui/dropdown-menu";
import { Hint } from "@/components/ui/hint";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Board } from "../api/ratings";
import { boardLabel, groupBoards, hasStyled } from "../fns/boards";
import { type LeaderboardSearch, withSearch } from "../fns/leaderboard-search";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.boards;

const chip =
  "inline-flex h-10 shrink-0 items-center gap-1 rounded-full border border-line bg-panel px-3 text-[13px] font-medium whitespace-nowrap text-dim transition-colors hover:border-line-strong hover:text-ink md:h-7.5";
const chosen = "border-ink bg-ink text-canvas hover:border-ink hover:text-canvas";

interface BoardTabsProps {
  search: LeaderboardSearch;
  onSearch: (search: LeaderboardSearch) => void;
  boards: readonly Board[] | undefined;
}

/** Chooses which votes count. */
export function BoardTabs({ search, onSearch, boards }: BoardTabsProps) {
  const { board: current = "overall" } = search;
  const row = useChosenInView(current, boards !== undefined);
  if (!boards) return <TabsSkeleton />;
  const groups = groupBoards(boards);
  const go = (board: string) =>
    withSearch(search, { board: board === "overall" ? undefined : board });
  const menus = [
    { label: words.languages, boards: groups.languages },
    { label: words.judges, boards: groups.judges },
    { label: words.imported, boards: groups.imported },
  ];
  return (
    <div className="flex items-start gap-3 max-md:flex-col max-md:gap-1">
      <nav
        ref={row}
        aria-label={words.label}
        className="flex min-w-0 flex-1 flex-wrap gap-1.5 max-md:-mx-4 max-md:w-screen max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none]"
      >
        {[...groups.main, ...groups.categories].map((board) => (
          <Link
            key={board.board}
            to="/leaderboard"
            search={go(board.board)}
            replace
            resetScroll={false}
            activeOptions={{ exact: true }}
            className={cn(chip, board.board === current && chosen)}
          >
            {boardLabel(board)}
          </Link>
        ))}
        {menus.map((menu) => (
          <BoardMenu
            key={menu.label}
            {...menu}
            current={current}
            onChoose={(board) => onSearch(go(board))}
          />
        ))}
      </nav>
      <StyleSwitch search={search} onSearch={onSearch} possible={hasStyled(boards, current)} />
    </div>
  );
}

/** On phones the row of leaderboards scrolls; this scrolls the chosen one into view. */
function useChosenInView(current: string, ready: boolean) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another leaderboard is chosen.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (!row.current || !chosen) return;
    const middle = chosen.offsetLeft + chosen.offsetWidth / 2 - row.current.offsetLeft;
    row.current.scrollLeft = middle - row.current.clientWidth / 2;
  }, [current, ready]);
  return row;
}

interface BoardMenuProps {
  label: string;
  boards: readonly Board[];
  current: string;
  onChoose: (board: string) => void;
}

function BoardMenu({ label, boards, current, onChoose }: BoardMenuProps) {
  if (boards.length === 0) return null;
  const active = boards.find((board) => board.board === current);
  return (
    <ChoiceMenu
      label={label}
      value={current}
      onChange={onChoose}
      choices={boards.map((board) => ({
        value: board.board,
        label: (
          <>
            {boardLabel(board)}
            <span className="ml-auto pl-4 text-xs text-faint tabular-nums">
              {words.votes(formatCount(board.total_votes))}
            </span>
          </>
        ),
      }))}
      trigger={
        <button
          type="button"
          aria-current={active ? "true" : undefined}
          className={cn(chip, active && chosen)}
        >
          {active ? boardLabel(active) : label}
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </button>
      }
    />
  );
}

interface StyleSwitchProps {
  search: LeaderboardSearch;
  onSearch: (search: LeaderboardSearch) => void;
  possible: boolean;
}

function StyleSwitch({ search, onSearch, possible }: StyleSwitchProps) {
  const hint = possible ? words.styleHint : words.styleMissing;
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Switch
        label={words.style}
        on={possible && search.style === true}
        disabled={!possible}
        onChange={(on) => onSearch(withSearch(search, { style: on || undefined }))}
      />
      <Hint
        content={hint}
        alone
        className="size-10 justify-center rounded-md text-faint hover:text-ink md:size-6"
      >
        <Info aria-hidden="true" className="size-3.5" />
      </Hint>
    </div>
  );
}

function TabsSkeleton() {
  return (
    <div aria-hidden="true" className="flex gap-1.5 overflow-hidden max-md:py-1">
      {["w-20", "w-28", "w-26", "w-22", "w-18", "w-24"].map((width) => (
        <Skeleton key={width} className={cn("h-10 shrink-0 rounded-full md:h-7.5", width)} />
      ))}
    </div>
  );
}
