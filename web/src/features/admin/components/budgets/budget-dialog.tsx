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

const USUAL: BudgetInput = { limit_usd: 10, warn_at: 0.8, enabled: true };
const UNDO_MS = 10_000;

const modelRequest = ({ limit_usd, warn_at, enabled }: Budget): BudgetInput => ({
  limit_usd,
  warn_at,
  enabled,
});

export function BudgetDialog({ entry, onClose }: BudgetDialogProps) {
  const [wish, setWish] = useState(entry.budget ? modelRequest(entry.budget) : USUAL);
  const save = useSetBudget();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.formTitle(entry.name)}>
      <form
        className="mt-3 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { entry, wish },
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
              value={Number.isNaN(wish.limit_usd) ? "" : wish.limit_usd}
              onChange={(event) => setWish({ ...wish, limit_usd: event.target.valueAsNumber })}
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
              value={Number.isNaN(wish.warn_at) ? "" : Math.round(wish.warn_at * 100)}
              onChange={(event) => setWish({ ...wish, warn_at: event.target.valueAsNumber / 100 })}
              className="tabular-nums"
            />
          )}
        </Field>
        <Switch
          label={words.enabled}
          on={wish.enabled}
          onChange={(enabled) => setWish({ ...wish, enabled })}
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
                onPress: () => restore.mutate({ entry, wish: modelRequest(budget) }),
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
