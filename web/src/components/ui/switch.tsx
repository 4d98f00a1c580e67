import { cn } from "@/lib/cn";

interface SwitchProps {
  label: string;
  /** For places where the purpose is clear without a label. */
  hideLabel?: boolean;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

export function Switch(props: SwitchProps) {
  const { label, hideLabel = false, on, disabled = false, onChange } = props;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-disabled={disabled}
      onClick={() => disabled || onChange(!on)}
      className={cn(
        "inline-flex h-10 items-center gap-2 rounded-full text-[13px] font-medium whitespace-nowrap md:h-8",
        on ? "text-ink" : "text-dim hover:text-ink",
        disabled && "opacity-60",
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          "flex h-5 w-8.5 items-center rounded-full p-0.5 transition-colors duration-150",
          on ? "bg-accent" : "bg-line-strong",
        )}
      >
        <span
          className={cn(
            "size-4 rounded-full bg-panel shadow-sm transition-transform duration-150",
            on && "translate-x-3.5",
          )}
        />
      </span>
      <span className={cn(hideLabel && "sr-only")}>{label}</span>
    </button>
  );
}
