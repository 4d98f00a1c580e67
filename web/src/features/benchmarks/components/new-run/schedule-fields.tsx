import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { cronWords } from "../../fns/cron";
import { badCron } from "../../fns/new-run";
import { newRunStrings as words } from "../../fns/new-run-strings";
import { scheduleStrings } from "../../fns/schedule-strings";
import type { RunFieldsProps } from "./suite-fields";

const OWN = "own";
const { presets } = scheduleStrings;

/** When a schedule starts its runs: a preset or a cron expression. */
export function ScheduleFields({ draft, set }: RunFieldsProps) {
  const usual = draft.cron in presets;
  const [own, setOwn] = useState(!usual);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={words.cron} hint={own ? undefined : cronWords(draft.cron)}>
        {(ids) => (
          <Select
            {...ids}
            value={own ? OWN : draft.cron}
            choices={[
              ...Object.entries(presets).map(([value, label]) => ({ value, label })),
              { value: OWN, label: scheduleStrings.own },
            ]}
            onChoose={(chosen) => {
              setOwn(chosen === OWN);
              if (chosen !== OWN) set({ cron: chosen });
            }}
          />
        )}
      </Field>
      {own && (
        <Field
          label={words.cronOwn}
          hint={words.cronHint}
          error={badCron(draft) ? words.badCron : undefined}
        >
          {(ids) => (
            <Input
              {...ids}
              className="font-mono"
              value={draft.cron}
              onChange={(event) => set({ cron: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
