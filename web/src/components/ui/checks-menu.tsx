import * as Menu from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

interface ChecksMenuProps<T extends string> {
  label: string;
  trigger: ReactNode;
  choices: readonly { value: T; label: ReactNode }[];
  value: readonly T[];
  onChange: (value: T[]) => void;
  /** Sets everything back. */
  reset?: { label: string; onSelect: () => void } | undefined;
}

const item =
  "flex h-10 items-center gap-2 rounded-lg px-2.5 text-sm outline-none select-none data-highlighted:bg-soft md:h-8";

/** A button that opens a list of which any number of entries is on; it stays open while they are chosen. */
export function ChecksMenu<T extends string>(props: ChecksMenuProps<T>) {
  const { value, onChange } = props;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>{props.trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-44 animate-rise rounded-control border border-line bg-panel p-1 shadow-lift"
        >
          <Menu.Label className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-faint">
            {props.label}
          </Menu.Label>
          {props.choices.map((choice) => (
            <Menu.CheckboxItem
              key={choice.value}
              checked={value.includes(choice.value)}
              onCheckedChange={(on) =>
                onChange(
                  on ? [...value, choice.value] : value.filter((one) => one !== choice.value),
                )
              }
              onSelect={(event) => event.preventDefault()}
              className={item}
            >
              {choice.label}
              <Menu.ItemIndicator className="ml-auto pl-3">
                <Check aria-hidden="true" className="size-4 text-accent" />
              </Menu.ItemIndicator>
            </Menu.CheckboxItem>
          ))}
          {props.reset && (
            <>
              <Menu.Separator className="my-1 h-px bg-line" />
              <Menu.Item onSelect={props.reset.onSelect} className={item}>
                {props.reset.label}
              </Menu.Item>
            </>
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
