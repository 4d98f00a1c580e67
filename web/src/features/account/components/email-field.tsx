import { accountStrings } from "../fns/strings";
import { Field, type FieldProps } from "./field";

/** The address that somebody signs in with. */
export function EmailField(props: Omit<FieldProps, "label">) {
  return (
    <Field
      label={accountStrings.fields.email}
      type="email"
      autoComplete="username"
      inputMode="email"
      maxLength={254}
      {...props}
    />
  );
}
