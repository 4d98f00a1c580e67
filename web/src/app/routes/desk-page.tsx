import { Outlet } from "@tanstack/react-router";
import { useMe } from "@/features/account/api/me";
import { DeskShell } from "@/features/desk/components/shell/desk-shell";
import { deskStrings } from "@/features/desk/fns/strings";
import { usePageTitle } from "@/lib/page-title";

export function DeskPage() {
  usePageTitle(deskStrings.title);
  const { data, error, refetch } = useMe();
  return (
    <DeskShell me={data} error={error} onRetry={() => refetch()}>
      <Outlet />
    </DeskShell>
  );
}
