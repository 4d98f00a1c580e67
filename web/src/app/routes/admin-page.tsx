import { Outlet } from "@tanstack/react-router";
import { AdminShell } from "@/features/admin/components/shell/admin-shell";
import { adminStrings } from "@/features/admin/fns/strings";
import { $api } from "@/lib/api-client";
import { usePageTitle } from "@/lib/page-title";

export function AdminPage() {
  usePageTitle(adminStrings.title);
  const { data, error, refetch } = $api.useQuery("get", "/api/me");
  return (
    <AdminShell me={data} error={error} onRetry={() => refetch()}>
      <Outlet />
    </AdminShell>
  );
}
