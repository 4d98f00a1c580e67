import { getRouteApi } from "@tanstack/react-router";
import { VotesView } from "@/features/admin/components/votes/votes-view";
import { parseVotesSearch } from "@/features/admin/fns/votes-search";
import { useModelNames } from "../model-facts";

const route = getRouteApi("/admin/votes");

export function AdminVotesPage() {
  const navigate = route.useNavigate();
  return (
    <VotesView
      search={parseVotesSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      names={useModelNames()}
    />
  );
}
