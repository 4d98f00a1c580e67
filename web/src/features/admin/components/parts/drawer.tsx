import * as Primitive from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useFocusReturn } from "@/components/ui/focus-return";
import { adminStrings } from "../../fns/strings";

interface DrawerProps {
  title: string;
  onClose: () => void;
  /** Actions, which stay visible while the content scrolls. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A panel from the right edge with details of one item; the list stays visible. */
export function Drawer({ title, onClose, foot, children }: DrawerProps) {
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-black/40" />
        <Primitive.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-160 max-w-full animate-appear flex-col border-l border-line bg-panel shadow-lift outline-none sm:max-w-[92vw]"
        >
          <header className="flex items-center gap-3 border-b border-line py-2.5 pr-2.5 pl-5">
            <Primitive.Title className="min-w-0 flex-1 truncate text-base font-semibold tracking-tight">
              {title}
            </Primitive.Title>
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon">
                <X aria-hidden="true" />
                <span className="sr-only">{adminStrings.close}</span>
              </Button>
            </Primitive.Close>
          </header>
          <section
            aria-label={title}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
            tabIndex={0}
            className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 py-4 -outline-offset-2"
          >
            {children}
          </section>
          {foot && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
              {foot}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
