import { type ReactNode, useId } from "react";

interface FieldIds {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Renders the control; the ids link it to its label and hint. */
  children: (ids: FieldIds) => ReactNode;
}

/** A form field: label, control, and a hint or an error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const below = error ?? hint;
  const ids: FieldIds = {
    id,
    ...(below ? { "aria-describedby": `${id}-note` } : {}),
    ...(error ? { "aria-invalid": true as const } : {}),
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-[13px] font-medium">
        {label}
      </label>
      {children(ids)}
      {below && (
        <p id={`${id}-note`} className={error ? "text-[13px] text-bad" : "text-[13px] text-dim"}>
          {below}
        </p>
      )}
    </div>
  );
}
