import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

interface SelectProps<T extends string> extends Omit<ComponentProps<"select">, "onChange"> {
  value: T;
  choices: readonly { value: T; label: string }[];
  onChoose: (value: T) => void;
}

/** A native select, which works best on phones and with screen readers. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { choices, onChoose, className, ...rest } = props;
  return (
    <span className={cn("relative inline-flex", className)}>
      <select
        {...rest}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChoose(chosen.value);
        }}
        className="h-10 w-full appearance-none rounded-control border border-line bg-panel pr-8 pl-3 text-base text-ink transition-colors hover:border-line-strong disabled:opacity-50 md:h-9 md:text-sm"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  );
}
