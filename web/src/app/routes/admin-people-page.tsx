import { getRouteApi } from "@tanstack/react-router";
import { useMe } from "@/features/account/api/me";
import { PeopleView } from "@/features/admin/components/people/people-view";
import { parsePeopleSearch } from "@/features/admin/fns/people-search";

const route = getRouteApi("/admin/people");

export function AdminPeoplePage() {
  const navigate = route.useNavigate();
  return (
    <PeopleView
      search={parsePeopleSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      myId={useMe().data?.account_id ?? null}
    />
  );
}
