import { Link, type LinkProps } from "@tanstack/react-router";
import { TopBarTools } from "@/components/layouts/top-bar-tools";
import { cn } from "@/lib/cn";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.nav;

type RatingsPlace = "all" | "mine" | "versus" | "imports";

const PLACES: [RatingsPlace, NonNullable<LinkProps["to"]>][] = [
  ["all", "/leaderboard"],
  ["mine", "/leaderboard/mine"],
  ["versus", "/versus"],
  ["imports", "/leaderboard/imports"],
];

/** The pages that belong to the leaderboard, in the top bar. */
export function RatingsNav({ current }: { current: RatingsPlace }) {
  return (
    <TopBarTools>
      <nav
        aria-label={words.label}
        className="inline-flex h-11.5 shrink-0 gap-0.5 rounded-control bg-soft p-[3px] md:h-9"
      >
        {PLACES.map(([place, to]) => (
          <Link
            key={place}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className={cn(
              "inline-flex min-w-10 items-center justify-center rounded-[7px] px-2 text-[13px] font-medium text-dim transition-colors hover:text-ink md:px-2.5",
              place === current && "bg-panel text-ink shadow-sm dark:bg-line",
            )}
          >
            {words[place]}
          </Link>
        ))}
      </nav>
    </TopBarTools>
  );
}
