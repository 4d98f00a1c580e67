import { getRouteApi } from "@tanstack/react-router";
import { MyLeaderboardView } from "@/features/ratings/components/my-leaderboard-view";
import { ratingsStrings } from "@/features/ratings/fns/strings";
import { usePageTitle } from "@/lib/page-title";
import { usePriceWords } from "../model-facts";

const route = getRouteApi("/leaderboard/mine");

export function MyLeaderboardPage() {
  usePageTitle(ratingsStrings.mine.title);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <MyLeaderboardView
      search={search}
      onSearch={(next) => navigate({ search: next, replace: true, resetScroll: false })}
      priceWords={usePriceWords()}
    />
  );
}
