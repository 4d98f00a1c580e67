import { accountStrings } from "../fns/strings";
import { Field, type FieldProps } from "./field";

/** The email address for signing in. */
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
