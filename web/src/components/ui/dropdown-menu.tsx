import * as Menu from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import { MenuCheck, MenuFrame, menuItem } from "./menu-frame";

interface Choice<T extends string> {
  value: T;
  label: ReactNode;
}

interface ChoiceMenuProps<T extends string> {
  label: string;
  trigger: ReactNode;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** A button that opens a menu in which exactly one entry is selected. */
export function ChoiceMenu<T extends string>(props: ChoiceMenuProps<T>) {
  return (
    <MenuFrame label={props.label} trigger={props.trigger}>
      <Menu.RadioGroup value={props.value} onValueChange={(value) => props.onChange(value as T)}>
        {props.choices.map((choice) => (
          <Menu.RadioItem key={choice.value} value={choice.value} className={menuItem}>
            {choice.label}
            <MenuCheck />
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuFrame>
  );
}
