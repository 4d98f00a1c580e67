import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import { alertStrings } from "../fns/alert-strings";
import { useChange } from "../hooks/use-change";
import type { GetResponse } from "./response-types";

export type Alert = GetResponse<"/api/admin/alerts">["alerts"][number];

export function useAlerts() {
  return useQuery({
    queryKey: ["admin", "alerts"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/admin/alerts", { signal })),
  });
}

export function useAcknowledge() {
  return useChange(
    (alertId: string) =>
      unwrap(
        api.POST("/api/admin/alerts/{alert_id}/acknowledge", {
          params: { path: { alert_id: alertId } },
        }),
      ),
    alertStrings.failed,
  );
}
