import { type ComponentProps, type ReactNode, useId } from "react";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/cn";

export interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Stands inside the field, at its end. */
  tool?: ReactNode;
}

/** A labelled input; what is wrong with it stands right below. */
export function Field({ label, hint, error, tool, className, ...props }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-[13px] font-medium">
        {label}
      </label>
      <div className="relative">
        <Input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={cn(error && "border-bad hover:border-bad", tool && "pr-11", className)}
          {...props}
        />
        {tool && <div className="absolute inset-y-0 right-0 flex items-center">{tool}</div>}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-[13px] text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-[13px] text-dim">
          {hint}
        </p>
      )}
    </div>
  );
}
