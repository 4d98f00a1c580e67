import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

/** A key: never shown, and not for the browser's own collection of passwords. */
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
