import { useQuery } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { answerOf, api, doneOf } from "@/lib/api-client";
import { randomKey } from "@/lib/random-key";
import { scheduleStrings as words } from "../fns/schedule-strings";
import { useChange } from "../hooks/use-change";

const pathOf = (scheduleId: string) => ({ path: { schedule_id: scheduleId } });

export function useSchedules() {
  return useQuery({
    queryKey: ["bench", "schedules"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/bench/schedules", { signal })),
  });
}

export function useAddSchedule() {
  return useChange(
    (body: components["schemas"]["ScheduleIn"]) =>
      answerOf(api.POST("/api/bench/schedules", { body })),
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
      answerOf(
        api.PATCH("/api/bench/schedules/{schedule_id}", {
          params: pathOf(scheduleId),
          body: change,
        }),
      ),
    words.changeFailed,
  );
}

export function useDeleteSchedule() {
  return useChange(
    (scheduleId: string) =>
      doneOf(api.DELETE("/api/bench/schedules/{schedule_id}", { params: pathOf(scheduleId) })),
    words.removeFailed,
  );
}

export function useRunSchedule() {
  return useChange(
    (scheduleId: string) =>
      answerOf(
        api.POST("/api/bench/schedules/{schedule_id}/run", {
          params: { ...pathOf(scheduleId), header: { "idempotency-key": randomKey() } },
        }),
      ),
    words.runFailed,
  );
}
