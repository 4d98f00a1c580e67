import * as Dialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { useFocusReturn } from "./focus-return";
import { kitStrings } from "./strings";

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** A panel from the left edge with the content of the sidebar, for phones. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-black/50" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          // Focus in a text field would open the on-screen keyboard over the menu.
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-slide flex-col border-r border-line bg-panel outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
          <Dialog.Close asChild>
            <Button variant="ghost" size="icon" className="absolute top-1.5 right-2">
              <X aria-hidden="true" />
              <span className="sr-only">{kitStrings.close}</span>
            </Button>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
