import { Link, useNavigate } from "@tanstack/react-router";
import { Ellipsis, History, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { Cell, Row } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-store";
import type { Schedule } from "../../api/bench";
import { useChangeSchedule, useDeleteSchedule, useRunSchedule } from "../../api/schedules";
import { cronWords } from "../../fns/cron";
import { scheduleStrings as words } from "../../fns/schedule-strings";
import { ModelLogos } from "../parts/model-logos";

interface ScheduleLineProps {
  schedule: Schedule;
  /** Title of the suite. */
  suite: string;
  mayWrite: boolean;
  names: ReadonlyMap<string, string>;
}

export function ScheduleLine({ schedule, suite, mayWrite, names }: ScheduleLineProps) {
  const name = schedule.title || suite;
  const when = cronWords(schedule.cron);
  return (
    <Row>
      <Cell className="whitespace-normal">
        <span className="font-semibold">{name}</span>
        <p className="truncate text-[13px] text-dim">
          <Link
            to="/benchmarks/suites/$suiteId"
            params={{ suiteId: schedule.suite_id }}
            className="hover:underline"
          >
            {suite}
          </Link>
        </p>
        <p className="truncate text-[13px] text-dim md:hidden">{when}</p>
        {schedule.problem && <p className="text-[13px] text-bad">{schedule.problem}</p>}
      </Cell>
      <Cell className="truncate text-dim max-md:hidden">{when}</Cell>
      <Cell className="max-lg:hidden">
        <ModelLogos models={schedule.wanted.models} names={names} />
      </Cell>
      <Cell className="text-dim max-sm:hidden">
        {schedule.enabled && schedule.next_at ? <RelativeTime iso={schedule.next_at} /> : words.off}
      </Cell>
      <Cell className="py-1">
        {mayWrite && schedule.may_change && <Tools schedule={schedule} name={name} />}
      </Cell>
    </Row>
  );
}

function Tools({ schedule, name }: { schedule: Schedule; name: string }) {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const change = useChangeSchedule();
  const run = useRunSchedule();
  const look = (runId: string) => () =>
    navigate({ to: "/benchmarks/runs/$runId", params: { runId } });
  const last = schedule.last_run_id;
  const enabled = change.isPending ? change.variables.change.enabled : schedule.enabled;
  return (
    <div className="flex items-center justify-end gap-1">
      <Switch
        hideLabel
        label={words.turn(name)}
        on={enabled === true}
        onChange={(on) =>
          change.mutate(
            { scheduleId: schedule.schedule_id, change: { enabled: on } },
            {
              onSuccess: () => toast({ title: on ? words.turnedOn(name) : words.turnedOff(name) }),
            },
          )
        }
      />
      <ActionMenu
        label={words.actions(name)}
        align="end"
        trigger={
          <Button variant="ghost" size="icon">
            <Ellipsis aria-hidden="true" />
            <span className="sr-only">{words.actions(name)}</span>
          </Button>
        }
        actions={[
          {
            label: words.run,
            icon: Play,
            onSelect: () =>
              run.mutate(schedule.schedule_id, {
                onSuccess: ({ run_id }) =>
                  toast({
                    title: words.started(name),
                    action: { label: words.look, onPress: look(run_id) },
                  }),
              }),
          },
          ...(last ? [{ label: words.last, icon: History, onSelect: look(last) }] : []),
          { label: words.remove, icon: Trash2, onSelect: () => setLeaving(true) },
        ]}
      />
      {leaving && (
        <RemoveDialog
          name={name}
          scheduleId={schedule.schedule_id}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  );
}

interface RemoveDialogProps {
  name: string;
  scheduleId: string;
  onClose: () => void;
}

function RemoveDialog({ name, scheduleId, onClose }: RemoveDialogProps) {
  const remove = useDeleteSchedule();
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      confirm={words.remove}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(scheduleId, {
          onSuccess: () => toast({ title: words.removed(name) }),
          onSettled: onClose,
        })
      }
    >
      {words.removeDetail}
    </ConfirmDialog>
  );
}
