import type { components } from "@/api/schema";
import { api } from "@/lib/api-client";
import { randomKey } from "@/lib/random-key";
import { scheduleStrings as words } from "../fns/schedule-strings";
import { useChange } from "../hooks/use-change";

const pathOf = (scheduleId: string) => ({ path: { schedule_id: scheduleId } });

export function useAddSchedule() {
  return useChange(
    (body: components["schemas"]["ScheduleIn"]) => api.POST("/api/bench/schedules", { body }),
    words.addFailed,
  );
}

interface Changing {
  scheduleId: string;
  change: components["schemas"]["ScheduleChangeIn"];
}

export function useChangeSchedule() {
  return useChange(
    ({ scheduleId, change }: Changing) =>
      api.PATCH("/api/bench/schedules/{schedule_id}", {
        params: pathOf(scheduleId),
        body: change,
      }),
    words.changeFailed,
  );
}

export function useDeleteSchedule() {
  return useChange(
    (scheduleId: string) =>
      api.DELETE("/api/bench/schedules/{schedule_id}", { params: pathOf(scheduleId) }),
    words.removeFailed,
  );
}

export function useRunSchedule() {
  return useChange(
    (scheduleId: string) =>
      api.POST("/api/bench/schedules/{schedule_id}/run", {
        params: { ...pathOf(scheduleId), header: { "idempotency-key": randomKey() } },
      }),
    words.runFailed,
  );
}
