import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { under } from "@/lib/query-client";
import type { Me } from "../api/me";
import { changePassword } from "../api/update-me";
import { newPasswordError, passwordError } from "../fns/field-checks";
import { settingsStrings } from "../fns/settings-strings";
import { accountStrings } from "../fns/strings";
import { useForm } from "../hooks/use-form";
import { FormError } from "./form-error";
import { PasswordField } from "./password-field";
import { SettingsCard, SettingsSection } from "./settings-section";

const words = settingsStrings.password;
const fields = accountStrings.fields;

export function PasswordTab({ me }: { me: Me }) {
  const cache = useQueryClient();
  const { field, formError, busy, attach, reset } = useForm({
    initial: { current: "", new: "" },
    check: (wanted) => ({
      current: passwordError(wanted.current),
      new: newPasswordError(wanted.new),
    }),
    send: async (wanted) => {
      await changePassword(wanted);
      reset();
      cache.invalidateQueries(under("/api/me/sign-ins"));
      toast({ title: words.saved, detail: words.savedDetail });
    },
    blame: ({ status }) => (status === 401 ? "current" : status === 422 ? "new" : undefined),
  });
  return (
    <SettingsSection title={settingsStrings.tabs.password} lead={words.lead}>
      <SettingsCard>
        <form {...attach} className="flex max-w-md flex-col gap-4">
          <FormError error={formError} />
          {/* Tells password managers whose password this is. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={me.email ?? ""}
            readOnly
            hidden
          />
          <PasswordField {...field("current")} label={fields.currentPassword} required />
          <PasswordField {...field("new")} label={fields.newPassword} choosing required />
          <Button type="submit" variant="primary" disabled={busy} className="self-start">
            {words.submit}
          </Button>
        </form>
      </SettingsCard>
    </SettingsSection>
  );
}
