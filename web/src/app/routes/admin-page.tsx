import { Outlet } from "@tanstack/react-router";
import { useMe } from "@/features/account/api/me";
import { AdminShell } from "@/features/admin/components/shell/admin-shell";
import { adminStrings } from "@/features/admin/fns/strings";
import { usePageTitle } from "@/lib/page-title";

export function AdminPage() {
  usePageTitle(adminStrings.title);
  const { data, error, refetch } = useMe();
  return (
    <AdminShell me={data} error={error} onRetry={() => refetch()}>
      <Outlet />
    </AdminShell>
  );
}
