import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Run } from "../../api/results";
import { useCancelRun } from "../../api/run";
import { runTitle } from "../../fns/run-lines";
import { runStrings } from "../../fns/run-strings";

const words = runStrings.askCancel;

interface AskCancelProps {
  run: Run;
  onClose: () => void;
}

export function AskCancel({ run, onClose }: AskCancelProps) {
  const cancel = useCancelRun();
  return (
    <ConfirmDialog
      title={words.title(runTitle(run))}
      confirm={words.confirm}
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate(run.run_id, { onSuccess: onClose })}
      onClose={onClose}
    >
      {words.detail}
    </ConfirmDialog>
  );
}
