import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { kitStrings } from "./strings";

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  /** Label of the button that cancels. */
  keep?: string;
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation and names what is affected. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} title={props.title}>
      <div className="mt-1 mb-4 text-dim">{props.children}</div>
      <div className="flex justify-end gap-2">
        <Button onClick={props.onClose}>{props.keep ?? kitStrings.cancel}</Button>
        <Button variant="primary" disabled={props.pending} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
