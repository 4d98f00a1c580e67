import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast-store";
import { type Budget, type BudgetInput, useRemoveBudget, useSetBudget } from "../../api/budgets";
import type { BudgetRow } from "../../fns/budget-rows";
import { budgetStrings as words } from "../../fns/budget-strings";
import { adminStrings } from "../../fns/strings";

interface BudgetDialogProps {
  entry: BudgetRow;
  onClose: () => void;
}

const DEFAULT_INPUT: BudgetInput = { limit_usd: 10, warn_at: 0.8, enabled: true };
const UNDO_MS = 10_000;

const inputOf = ({ limit_usd, warn_at, enabled }: Budget): BudgetInput => ({
  limit_usd,
  warn_at,
  enabled,
});

export function BudgetDialog({ entry, onClose }: BudgetDialogProps) {
  const [input, setInput] = useState(entry.budget ? inputOf(entry.budget) : DEFAULT_INPUT);
  const save = useSetBudget();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.formTitle(entry.name)}>
      <form
        className="mt-3 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { entry, input },
            {
              onSuccess: () => {
                toast({ title: words.saved(entry.name) });
                onClose();
              },
            },
          );
        }}
      >
        <Field label={words.limit} hint={words.limitHint}>
          {(ids) => (
            <Input
              {...ids}
              type="number"
              required
              min={0}
              max={1_000_000}
              step="any"
              value={Number.isNaN(input.limit_usd) ? "" : input.limit_usd}
              onChange={(event) => setInput({ ...input, limit_usd: event.target.valueAsNumber })}
              className="tabular-nums"
            />
          )}
        </Field>
        <Field label={words.warnAt}>
          {(ids) => (
            <Input
              {...ids}
              type="number"
              required
              min={1}
              max={100}
              step="1"
              value={Number.isNaN(input.warn_at) ? "" : Math.round(input.warn_at * 100)}
              onChange={(event) =>
                setInput({ ...input, warn_at: event.target.valueAsNumber / 100 })
              }
              className="tabular-nums"
            />
          )}
        </Field>
        <Switch
          label={words.enabled}
          on={input.enabled}
          onChange={(enabled) => setInput({ ...input, enabled })}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {entry.budget && <RemoveButton entry={entry} budget={entry.budget} onClose={onClose} />}
          <Button onClick={onClose}>{adminStrings.cancel}</Button>
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {adminStrings.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Removing a limit can be undone for ten seconds. */
function RemoveButton({ entry, budget, onClose }: BudgetDialogProps & { budget: Budget }) {
  const remove = useRemoveBudget();
  const restore = useSetBudget();
  return (
    <Button
      variant="ghost"
      className="mr-auto"
      disabled={remove.isPending}
      onClick={() =>
        remove.mutate(entry, {
          onSuccess: () => {
            toast({
              title: words.removed(entry.name),
              duration: UNDO_MS,
              action: {
                label: adminStrings.undo,
                onPress: () => restore.mutate({ entry, input: inputOf(budget) }),
              },
            });
            onClose();
          },
        })
      }
    >
      {words.remove}
    </Button>
  );
}
