import { getRouteApi } from "@tanstack/react-router";
import { useMe } from "@/features/account/api/me";
import { OverviewView } from "@/features/admin/components/overview/overview-view";
import { parseOverviewSearch } from "@/features/admin/fns/overview-search";

const route = getRouteApi("/admin/");

export function AdminOverviewPage() {
  const navigate = route.useNavigate();
  return (
    <OverviewView
      search={parseOverviewSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      mayBudget={useMe().data?.kind === "admin"}
    />
  );
}
