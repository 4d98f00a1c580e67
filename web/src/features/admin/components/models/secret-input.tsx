import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** A key: never displayed and not stored by password managers. */
export function SecretInput(props: ComponentProps<"input">) {
  return (
    <Input
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      minLength={8}
      maxLength={4000}
      className="font-mono"
      {...props}
    />
  );
}
