import { PageLinks } from "@/components/layouts/page-links";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.nav;

const PAGES = [
  ["all", "/leaderboard"],
  ["mine", "/leaderboard/mine"],
  ["versus", "/versus"],
  ["imports", "/leaderboard/imports"],
] as const;

/** Links to the pages of the leaderboard. */
export function RatingsNav({ current }: { current: (typeof PAGES)[number][0] }) {
  return <PageLinks label={words.label} pages={PAGES} names={words} current={current} />;
}
