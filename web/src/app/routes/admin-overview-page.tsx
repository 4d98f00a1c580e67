import { getRouteApi } from "@tanstack/react-router";
import { OverviewView } from "@/features/admin/components/overview/overview-view";
import { parseOverviewSearch } from "@/features/admin/fns/overview-search";
import { $api } from "@/lib/api-client";

const route = getRouteApi("/admin/");

export function AdminOverviewPage() {
  const navigate = route.useNavigate();
  return (
    <OverviewView
      search={parseOverviewSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      mayBudget={$api.useQuery("get", "/api/me").data?.kind === "admin"}
    />
  );
}
