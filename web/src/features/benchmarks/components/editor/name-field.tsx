import { type ReactNode, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { isSlug, toSlugWhileTyping } from "../../fns/spec";

interface NameFieldProps {
  label: string;
  hint?: ReactNode;
  /** The error for a name that is invalid or taken. */
  bad: string;
  value: string;
  taken: readonly string[];
  onChange: (name: string) => void;
}

/** A name that other parts refer to. It is changed only when the typed name is valid. */
export function NameField({ label, hint, bad, value, taken, onChange }: NameFieldProps) {
  const [draft, setDraft] = useState<string>();
  const shown = draft ?? value;
  const fits = isSlug(shown) && !taken.includes(shown);
  return (
    <Field label={label} hint={hint} error={fits ? undefined : bad}>
      {(ids) => (
        <Input
          {...ids}
          maxLength={64}
          value={shown}
          onChange={(event) => {
            const name = toSlugWhileTyping(event.target.value);
            const good = isSlug(name) && !taken.includes(name);
            setDraft(good ? undefined : name);
            if (good) onChange(name);
          }}
          className="font-mono"
        />
      )}
    </Field>
  );
}
