import { getRouteApi } from "@tanstack/react-router";
import { LeaderboardView } from "@/features/ratings/components/leaderboard-view";
import { ratingsStrings } from "@/features/ratings/fns/strings";
import { usePageTitle } from "@/lib/page-title";
import { usePriceWords } from "../model-facts";

const route = getRouteApi("/leaderboard");

export function LeaderboardPage() {
  usePageTitle(ratingsStrings.title);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <LeaderboardView
      search={search}
      onSearch={(next) => navigate({ search: next, replace: true, resetScroll: false })}
      priceWords={usePriceWords()}
    />
  );
}
