import * as Menu from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import { MenuCheck, MenuFrame, menuItem } from "./menu-frame";

interface ChecksMenuProps<T extends string> {
  label: string;
  trigger: ReactNode;
  choices: readonly { value: T; label: ReactNode }[];
  value: readonly T[];
  onChange: (value: T[]) => void;
  /** Resets all choices. */
  reset?: { label: string; onSelect: () => void } | undefined;
}

/** A button that opens a menu with checkboxes; it stays open while they are changed. */
export function ChecksMenu<T extends string>(props: ChecksMenuProps<T>) {
  const { value, onChange } = props;
  return (
    <MenuFrame label={props.label} trigger={props.trigger}>
      {props.choices.map((choice) => (
        <Menu.CheckboxItem
          key={choice.value}
          checked={value.includes(choice.value)}
          onCheckedChange={(on) =>
            onChange(on ? [...value, choice.value] : value.filter((one) => one !== choice.value))
          }
          onSelect={(event) => event.preventDefault()}
          className={menuItem}
        >
          {choice.label}
          <MenuCheck />
        </Menu.CheckboxItem>
      ))}
      {props.reset && (
        <>
          <Menu.Separator className="my-1 h-px bg-line" />
          <Menu.Item onSelect={props.reset.onSelect} className={menuItem}>
            {props.reset.label}
          </Menu.Item>
        </>
      )}
    </MenuFrame>
  );
}
