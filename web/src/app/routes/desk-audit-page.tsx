import { getRouteApi } from "@tanstack/react-router";
import { useMe } from "@/features/account/api/me";
import { AuditView } from "@/features/desk/components/audit/audit-view";
import { parseAuditSearch } from "@/features/desk/fns/audit-search";

const route = getRouteApi("/desk/audit");

export function DeskAuditPage() {
  const navigate = route.useNavigate();
  return (
    <AuditView
      search={parseAuditSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      mayExport={useMe().data?.kind === "admin"}
    />
  );
}
