import * as Primitive from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { useFocusReturn } from "./focus-return";
import { kitStrings } from "./strings";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, children }: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-appear bg-black/40" />
        <Primitive.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto flex max-h-[76vh] max-w-lg animate-rise flex-col overflow-y-auto rounded-card border border-line bg-panel p-5 shadow-lift outline-none"
        >
          <Primitive.Title className="pr-10 text-base font-semibold tracking-tight">
            {title}
          </Primitive.Title>
          {children}
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon" className="absolute top-3 right-3">
              <X aria-hidden="true" />
              <span className="sr-only">{kitStrings.close}</span>
            </Button>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
