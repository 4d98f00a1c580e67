import { getRouteApi } from "@tanstack/react-router";
import { ArenaStart } from "@/features/arena/components/arena-start";
import { arenaStrings } from "@/features/arena/fns/strings";
import { useModels } from "@/features/models/api/list-models";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/");

export function ArenaPage() {
  usePageTitle(arenaStrings.title);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const models = useModels().data?.models.filter((model) => model.status === "active") ?? [];
  return (
    <ArenaStart
      key={search.session ?? "new"}
      search={search}
      onSearch={(next) => navigate({ search: next, replace: true, resetScroll: false })}
      models={models}
      onStarted={({ battleId }) => navigate({ to: "/battles/$battleId", params: { battleId } })}
    />
  );
}
