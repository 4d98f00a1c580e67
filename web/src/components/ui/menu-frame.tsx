import * as Menu from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

interface MenuFrameProps {
  label: string;
  trigger: ReactNode;
  children: ReactNode;
}

/** Style of a menu entry. */
export const menuItem =
  "flex h-10 items-center gap-2 rounded-lg px-2.5 text-sm whitespace-nowrap outline-none select-none data-highlighted:bg-soft md:h-8";

/** A button that opens a menu with a heading; long menus scroll. */
export function MenuFrame({ label, trigger, children }: MenuFrameProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-[min(26rem,var(--radix-dropdown-menu-content-available-height))] min-w-44 animate-rise overflow-y-auto rounded-control border border-line bg-panel p-1 shadow-lift"
        >
          <Menu.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-faint">
            {label}
          </Menu.Label>
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** The check mark at the end of a selected entry. */
export function MenuCheck() {
  return (
    <Menu.ItemIndicator className="ml-auto pl-3">
      <Check aria-hidden="true" className="size-4 text-accent" />
    </Menu.ItemIndicator>
  );
}
