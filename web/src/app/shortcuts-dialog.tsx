import { Fragment } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { isApple } from "@/lib/hotkey";
import { appStrings } from "./strings";

const words = appStrings.shortcuts;

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title}>
      {words.groups.map((group) => (
        <section key={group.title} className="mt-4">
          <h3 className="mb-1 text-xs font-medium text-dim">{group.title}</h3>
          <dl>
            {group.keys.map(({ keys, action }) => (
              <div
                key={action}
                className="flex min-h-9 items-center justify-between gap-4 border-t border-line"
              >
                <dt>{action}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <Fragment key={key}>
                      <Kbd>{key === "Mod K" ? (isApple() ? "⌘K" : "Ctrl K") : key}</Kbd>
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
