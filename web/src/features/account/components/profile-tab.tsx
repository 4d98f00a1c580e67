import { useQueryClient } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { type Me, meQuery } from "../api/me";
import { changeProfile } from "../api/update-me";
import { emailError } from "../fns/field-checks";
import { settingsStrings } from "../fns/settings-strings";
import { accountStrings } from "../fns/strings";
import { useForm } from "../hooks/use-form";
import { EmailField } from "./email-field";
import { Field } from "./field";
import { FormError } from "./form-error";
import { PasswordField } from "./password-field";
import { SettingsCard, SettingsSection } from "./settings-section";
import { SpendToday } from "./spend-today";

const words = settingsStrings.profile;
const fields = accountStrings.fields;

export function ProfileTab({ me }: { me: Me }) {
  const cache = useQueryClient();
  const email = me.email ?? "";
  const isNew = (wanted: string) => me.has_password && wanted.trim().toLowerCase() !== email;
  const { field, values, formError, busy, attach } = useForm({
    initial: { name: me.name, email, password: "" },
    check: (wanted) => ({
      email: me.has_password ? emailError(wanted.email) : undefined,
      password: isNew(wanted.email) && !wanted.password ? words.passwordMissing : undefined,
    }),
    send: async (wanted) => {
      const change = isNew(wanted.email)
        ? { email: wanted.email.trim(), password: wanted.password }
        : {};
      await changeProfile({ name: wanted.name, ...change });
      await cache.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
      field("password").onChange({ target: { value: "" } });
      toast({ title: words.saved });
    },
    // The address is in use, or its domain must use company login.
    blame: ({ status }) =>
      status === 401 ? "password" : status === 409 || status === 403 ? "email" : undefined,
  });
  return (
    <SettingsSection title={settingsStrings.tabs.profile} lead={words.lead}>
      <SettingsCard>
        <form {...attach} className="flex max-w-md flex-col gap-4">
          <FormError error={formError} />
          <Field {...field("name")} label={fields.name} autoComplete="name" maxLength={60} />
          <EmailField
            {...field("email")}
            hint={me.has_password ? words.emailHint : words.company}
            readOnly={!me.has_password}
          />
          {isNew(values.email) && (
            <PasswordField
              {...field("password")}
              label={fields.currentPassword}
              hint={words.passwordHint}
            />
          )}
          <p className="text-dim">
            {words.role} <Badge className="ml-1">{accountStrings.roles[me.kind]}</Badge>
          </p>
          <Button type="submit" variant="primary" disabled={busy} className="self-start">
            {settingsStrings.save}
          </Button>
        </form>
      </SettingsCard>
      <SpendToday />
    </SettingsSection>
  );
}
