import * as Dialog from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useFocusReturn } from "./focus-return";

interface CommandDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  placeholder: string;
  nothing: string;
  /** What gets focus after closing. Default: what had it before. */
  focusAfter?: (() => HTMLElement | null | undefined) | undefined;
  children: ReactNode;
}

export function CommandDialog(props: CommandDialogProps) {
  const focusReturn = useFocusReturn(props.focusAfter);
  return (
    <Dialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-appear bg-black/40" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-xl animate-rise overflow-hidden rounded-card border border-line bg-panel shadow-lift"
        >
          <Dialog.Title className="sr-only">{props.label}</Dialog.Title>
          <Command label={props.label} loop>
            <Command.Input
              placeholder={props.placeholder}
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base text-ink outline-none placeholder:text-faint"
            />
            <Command.List className="max-h-[min(22rem,55vh)] overflow-y-auto overscroll-contain p-2">
              <Command.Empty className="px-3 py-8 text-center text-dim">
                {props.nothing}
              </Command.Empty>
              {props.children}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function CommandGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  );
}

interface CommandItemProps {
  /** Identifies the entry; it is searched like the keywords. */
  value: string;
  keywords?: string[];
  icon?: LucideIcon;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function CommandItem(props: CommandItemProps) {
  const { value, keywords, icon: Icon, disabled = false, onSelect, children } = props;
  return (
    <Command.Item
      value={value}
      {...(keywords ? { keywords } : {})}
      disabled={disabled}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm select-none data-[disabled=true]:cursor-default data-[disabled=true]:opacity-50 data-[selected=true]:bg-soft"
    >
      {Icon && <Icon aria-hidden="true" className="size-4 text-dim" />}
      {children}
    </Command.Item>
  );
}
