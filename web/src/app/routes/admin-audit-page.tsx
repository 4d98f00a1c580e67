import { getRouteApi } from "@tanstack/react-router";
import { useMe } from "@/features/account/api/me";
import { AuditView } from "@/features/admin/components/audit/audit-view";
import { parseAuditSearch } from "@/features/admin/fns/audit-search";

const route = getRouteApi("/admin/audit");

export function AdminAuditPage() {
  const navigate = route.useNavigate();
  return (
    <AuditView
      search={parseAuditSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      mayExport={useMe().data?.kind === "admin"}
    />
  );
}
