import { getRouteApi } from "@tanstack/react-router";
import { PeopleView } from "@/features/admin/components/people/people-view";
import { parsePeopleSearch } from "@/features/admin/fns/people-search";
import { $api } from "@/lib/api-client";

const route = getRouteApi("/admin/people");

export function AdminPeoplePage() {
  const navigate = route.useNavigate();
  return (
    <PeopleView
      search={parsePeopleSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      myId={$api.useQuery("get", "/api/me").data?.account_id ?? null}
    />
  );
}
