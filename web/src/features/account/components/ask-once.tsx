import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { describeFailure } from "@/lib/problem";

interface AskOnceProps {
  title: string;
  detail: ReactNode;
  confirm: string;
  keep: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** What cannot be undone is asked once, by its name. */
export function AskOnce(props: AskOnceProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} title={props.title}>
      <p className="mt-1 mb-4 text-dim">{props.detail}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={props.onClose}>{props.keep}</Button>
        <Button variant="primary" disabled={props.busy} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}

export function complain(title: string, error: unknown): void {
  const { title: what, detail, requestId } = describeFailure(error);
  toast({ title, detail: detail ?? what, requestId });
}
