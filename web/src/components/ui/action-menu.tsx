import * as Menu from "@radix-ui/react-dropdown-menu";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { menuItem } from "./menu-frame";

interface Action {
  label: string;
  icon: LucideIcon;
  onSelect?: () => void;
  /** URL of a download. */
  href?: string;
}

interface ActionMenuProps {
  label: string;
  trigger: ReactNode;
  /** Content above the actions. */
  header?: ReactNode;
  align?: "start" | "end";
  actions: readonly Action[];
}

/** A button that opens a menu of actions. */
export function ActionMenu(props: ActionMenuProps) {
  const { label, trigger, header, align = "start", actions } = props;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          // Keep the focus in a field that the action opened.
          onCloseAutoFocus={(event) => {
            if (document.activeElement !== document.body) event.preventDefault();
          }}
          className="z-50 min-w-44 animate-rise rounded-control border border-line bg-panel p-1 shadow-lift"
        >
          {header && (
            <Menu.Label className="mb-1 border-b border-line px-2.5 pt-1.5 pb-2.5">
              {header}
            </Menu.Label>
          )}
          {actions.map(({ label: words, icon: Icon, onSelect, href }) => {
            const content = (
              <>
                <Icon aria-hidden="true" className="size-4 text-dim" />
                {words}
              </>
            );
            return href ? (
              <Menu.Item key={words} asChild className={menuItem}>
                <a href={href} download>
                  {content}
                </a>
              </Menu.Item>
            ) : (
              <Menu.Item key={words} className={menuItem} {...(onSelect ? { onSelect } : {})}>
                {content}
              </Menu.Item>
            );
          })}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
