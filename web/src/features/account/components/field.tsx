import type { ComponentProps, ReactNode } from "react";
import { Field as KitField } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/cn";

export interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** A button inside the field, at its end. */
  tool?: ReactNode;
}

/** A single-line form field. */
export function Field({ label, hint, error, tool, className, ...props }: FieldProps) {
  return (
    <KitField label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="relative">
          <Input
            {...ids}
            className={cn(error && "border-bad hover:border-bad", tool && "pr-11", className)}
            {...props}
          />
          {tool && <div className="absolute inset-y-0 right-0 flex items-center">{tool}</div>}
        </div>
      )}
    </KitField>
  );
}
