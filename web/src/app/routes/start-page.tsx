import { getRouteApi } from "@tanstack/react-router";
import { AdminShell } from "@/features/admin/components/shell/admin-shell";
import { StartView } from "@/features/admin/components/start/start-view";
import { startStrings } from "@/features/admin/fns/start-strings";
import { FirstBattle } from "@/features/arena/components/first-battle";
import { $api } from "@/lib/api-client";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/start");

export function StartPage() {
  usePageTitle(startStrings.title);
  const { step } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = $api.useQuery("get", "/api/me");
  return (
    <AdminShell me={data} error={error} onRetry={() => refetch()} alone="admin">
      <StartView
        step={step}
        onStep={(next) => navigate({ search: { step: next } })}
        promptBox={
          <FirstBattle
            onStarted={({ battleId }) =>
              navigate({ to: "/battles/$battleId", params: { battleId } })
            }
          />
        }
      />
    </AdminShell>
  );
}
