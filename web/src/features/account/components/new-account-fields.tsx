import { accountStrings } from "../fns/strings";
import type { useForm } from "../hooks/use-form";
import { Field } from "./field";
import { PasswordField } from "./password-field";

const words = accountStrings.fields;

interface Form {
  field: (
    name: "email" | "name" | "password",
  ) => ReturnType<ReturnType<typeof useForm<Record<string, string>>>["field"]>;
}

/** What every new account is made of. */
export function NewAccountFields({ field }: Form) {
  return (
    <>
      <Field
        {...field("email")}
        label={words.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        required
      />
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
