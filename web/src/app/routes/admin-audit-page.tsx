import { getRouteApi } from "@tanstack/react-router";
import { AuditView } from "@/features/admin/components/audit/audit-view";
import { parseAuditSearch } from "@/features/admin/fns/audit-search";
import { $api } from "@/lib/api-client";

const route = getRouteApi("/admin/audit");

export function AdminAuditPage() {
  const navigate = route.useNavigate();
  return (
    <AuditView
      search={parseAuditSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      mayExport={$api.useQuery("get", "/api/me").data?.kind === "admin"}
    />
  );
}
