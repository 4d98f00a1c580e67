import * as ToggleGroup from "@radix-ui/react-toggle-group";
import type { ReactNode } from "react";

interface Option<T extends string> {
  value: T;
  label: ReactNode;
}

interface SegmentedProps<T extends string> {
  label: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** A choice of exactly one option. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={props.label}
      value={props.value}
      onValueChange={(value) => value && props.onChange(value as T)}
      className="inline-flex h-11.5 shrink-0 gap-0.5 rounded-control bg-soft p-[3px] md:h-9"
    >
      {props.options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="min-w-10 rounded-[7px] px-2 text-[13px] font-medium whitespace-nowrap text-dim transition-colors hover:text-ink md:px-2.5 data-[state=on]:bg-panel data-[state=on]:text-ink data-[state=on]:shadow-sm dark:data-[state=on]:bg-line"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

interface ChipsProps<T extends string> {
  label: string;
  options: readonly Option<T>[];
  value: readonly T[];
  onChange: (value: T[]) => void;
}

/** A choice of any number of options. */
export function Chips<T extends string>(props: ChipsProps<T>) {
  return (
    <ToggleGroup.Root
      type="multiple"
      aria-label={props.label}
      value={[...props.value]}
      onValueChange={(value) => props.onChange(value as T[])}
      className="inline-flex shrink-0 gap-1.5"
    >
      {props.options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="inline-flex h-10 items-center gap-1.5 rounded-full border border-line bg-panel px-3 text-[13px] font-medium text-dim transition-colors hover:border-line-strong hover:text-ink data-[state=on]:border-ink data-[state=on]:bg-ink data-[state=on]:text-canvas md:h-8 [&_svg]:size-3.5"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
