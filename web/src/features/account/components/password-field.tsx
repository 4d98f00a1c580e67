import { Eye, EyeOff } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { SHORTEST_PASSWORD } from "../fns/field-checks";
import { accountStrings } from "../fns/strings";
import { Field, type FieldProps } from "./field";

const words = accountStrings.fields;

interface PasswordFieldProps extends Omit<FieldProps, "type" | "tool" | "value"> {
  value: string;
  /** Whether a new password is chosen rather than an existing one entered. */
  choosing?: boolean;
}

export function PasswordField({ choosing = false, hint, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => {
    setCapsLock(event.getModifierState("CapsLock"));
  };
  const Icon = shown ? EyeOff : Eye;
  return (
    <div>
      <Field
        {...props}
        type={shown ? "text" : "password"}
        autoComplete={choosing ? "new-password" : "current-password"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        hint={choosing ? strengthWords(props.value) : hint}
        tool={
          <Button
            variant="ghost"
            size="icon"
            aria-label={shown ? words.hide : words.show}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden="true" />
          </Button>
        }
      />
      <p role="status" className="mt-1 text-[13px] font-medium empty:hidden">
        {capsLock ? words.capsLock : ""}
      </p>
    </div>
  );
}

function strengthWords(password: string): string {
  const length = password.trim().length;
  if (length === 0) return words.passwordHint;
  if (length < SHORTEST_PASSWORD) return words.passwordProgress(length, SHORTEST_PASSWORD);
  return words.passwordLong;
}
