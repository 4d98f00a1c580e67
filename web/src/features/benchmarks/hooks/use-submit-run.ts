import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { toast } from "@/components/ui/toast-store";
import { newStart, useStartRun } from "../api/runs";
import { useAddSchedule } from "../api/schedules";
import { type RunDraft, requestOf, settingsOf } from "../fns/new-run";
import { scheduleStrings } from "../fns/schedule-strings";

/** Starts the run or saves it as a schedule, then opens its page. */
export function useSubmitRun(draft: RunDraft) {
  const navigate = useNavigate();
  const start = useStartRun();
  const add = useAddSchedule();
  const last = useRef<ReturnType<typeof newStart>>(undefined);

  const saveSchedule = () => {
    const { suite: suite_id, cron } = draft;
    const wanted = settingsOf(draft);
    add.mutate(
      { suite_id, title: wanted.title, cron: cron.trim(), enabled: true, wanted },
      {
        onSuccess: (schedule) => {
          toast({ title: scheduleStrings.added(schedule.title || schedule.suite_name) });
          navigate({ to: "/benchmarks", search: { tab: "schedules" } });
        },
      },
    );
  };
  const startRun = () => {
    const request = requestOf(draft);
    if (!request) return;
    // Pressing Start again after a lost response must not start a second run.
    if (JSON.stringify(last.current?.request) !== JSON.stringify(request))
      last.current = newStart(request);
    if (last.current) {
      start.mutate(last.current, {
        onSuccess: ({ run_id: runId }) =>
          navigate({ to: "/benchmarks/runs/$runId", params: { runId } }),
      });
    }
  };
  return {
    go: draft.repeat ? saveSchedule : startRun,
    isPending: start.isPending || add.isPending,
  } as const;
}
