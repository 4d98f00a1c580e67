import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Run } from "../../api/results";
import { useChangeRun } from "../../api/run";
import { runStrings } from "../../fns/run-strings";
import { benchStrings } from "../../fns/strings";
import { NumberInput } from "../parts/number-input";

const words = runStrings.edit;
const MOST_AT_ONCE = 1_000;

/** Edits title, concurrency and budget of a run. */
export function EditRun({ run, onClose }: { run: Run; onClose: () => void }) {
  const change = useChangeRun();
  const [title, setTitle] = useState(run.title);
  const [concurrency, setConcurrency] = useState<number | null>(run.concurrency);
  const [budget, setBudget] = useState<number | null>(run.budget_usd);
  const save = () =>
    change.mutate(
      {
        runId: run.run_id,
        change: {
          ...(title.trim() && title !== run.title ? { title: title.trim() } : {}),
          ...(concurrency && concurrency !== run.concurrency ? { concurrency } : {}),
          ...(budget && budget !== run.budget_usd ? { budget_usd: budget } : {}),
        },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.title}>
      <form
        className="flex flex-col gap-4 pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label={words.name}>
          {(ids) => (
            <Input
              {...ids}
              maxLength={200}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label={words.concurrency} hint={words.concurrencyHint}>
          {(ids) => (
            <NumberInput
              {...ids}
              inputMode="numeric"
              step={1}
              min={1}
              max={MOST_AT_ONCE}
              value={concurrency}
              onNumber={setConcurrency}
            />
          )}
        </Field>
        <Field label={words.budget} hint={words.budgetHint}>
          {(ids) => <NumberInput {...ids} min={0} value={budget} onNumber={setBudget} />}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{benchStrings.cancel}</Button>
          <Button type="submit" variant="primary" disabled={change.isPending}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
