import { api } from "@/lib/api-client";
import { alertStrings } from "../fns/alert-strings";
import { useChange } from "../hooks/use-change";
import type { GetResponse } from "./response-types";

export type Alert = GetResponse<"/api/admin/alerts">["alerts"][number];

export function useAcknowledge() {
  return useChange(
    (alertId: string) =>
      api.POST("/api/admin/alerts/{alert_id}/acknowledge", {
        params: { path: { alert_id: alertId } },
      }),
    alertStrings.failed,
  );
}
