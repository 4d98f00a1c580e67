import { getRouteApi } from "@tanstack/react-router";
import { ArenaStart } from "@/features/arena/components/arena-start";
import { arenaStrings } from "@/features/arena/fns/strings";
import { useContestants } from "@/features/models/api/list-contestants";
import { $api } from "@/lib/api-client";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/");

export function ArenaPage() {
  usePageTitle(arenaStrings.title);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, isFetching, refetch } = useContestants();
  const { data: me } = $api.useQuery("get", "/api/me");
  return (
    <ArenaStart
      key={search.session ?? "new"}
      search={search}
      onSearch={(next) => navigate({ search: next, replace: true, resetScroll: false })}
      models={data ?? []}
      offer={data ? "known" : isFetching ? "loading" : "failed"}
      onAskModels={refetch}
      isAdmin={me?.kind === "admin"}
      onStarted={({ battleId }) => navigate({ to: "/battles/$battleId", params: { battleId } })}
    />
  );
}
