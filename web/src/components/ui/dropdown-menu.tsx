import * as Menu from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

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

/** A button that opens a list of which exactly one entry is on. */
export function ChoiceMenu<T extends string>(props: ChoiceMenuProps<T>) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>{props.trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-[min(26rem,var(--radix-dropdown-menu-content-available-height))] min-w-40 animate-rise overflow-y-auto rounded-control border border-line bg-panel p-1 shadow-lift"
        >
          <Menu.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-faint">
            {props.label}
          </Menu.Label>
          <Menu.RadioGroup
            value={props.value}
            onValueChange={(value) => props.onChange(value as T)}
          >
            {props.choices.map((choice) => (
              <Menu.RadioItem
                key={choice.value}
                value={choice.value}
                className="flex h-10 items-center gap-2 rounded-lg px-2.5 text-sm whitespace-nowrap outline-none select-none data-highlighted:bg-soft md:h-8"
              >
                {choice.label}
                <Menu.ItemIndicator className="ml-auto pl-3">
                  <Check aria-hidden="true" className="size-4 text-accent" />
                </Menu.ItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
