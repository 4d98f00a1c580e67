import { accountStrings } from "../fns/strings";
import type { useForm } from "../hooks/use-form";
import { EmailField } from "./email-field";
import { Field } from "./field";
import { PasswordField } from "./password-field";

const words = accountStrings.fields;

interface Form {
  field: (
    name: "email" | "name" | "password",
  ) => ReturnType<ReturnType<typeof useForm<Record<string, string>>>["field"]>;
}

/** The fields of every new account. */
export function NewAccountFields({ field }: Form) {
  return (
    <>
      <EmailField {...field("email")} required />
      <Field
        {...field("name")}
        label={words.name}
        hint={words.nameHint}
        autoComplete="name"
        maxLength={60}
      />
      <PasswordField {...field("password")} label={words.password} choosing required />
    </>
  );
}
