import { getRouteApi } from "@tanstack/react-router";
import { VotesView } from "@/features/desk/components/votes/votes-view";
import { parseVotesSearch } from "@/features/desk/fns/votes-search";
import { useModelNames } from "../model-facts";

const route = getRouteApi("/desk/votes");

export function DeskVotesPage() {
  const navigate = route.useNavigate();
  return (
    <VotesView
      search={parseVotesSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      names={useModelNames()}
    />
  );
}
