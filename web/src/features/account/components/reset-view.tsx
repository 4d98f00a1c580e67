import { useNavigate } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { resetPassword } from "../api/authentication";
import { newPasswordError } from "../fns/field-checks";
import { accountStrings } from "../fns/strings";
import { useForm } from "../hooks/use-form";
import { useFragmentSecret } from "../hooks/use-fragment-secret";
import { AuthCard } from "./auth-card";
import { FormError } from "./form-error";
import { BrokenLink } from "./join-view";
import { PasswordField } from "./password-field";

const words = accountStrings.reset;

export function ResetView() {
  const secret = useFragmentSecret();
  if (secret === "") return <BrokenLink {...words.missing} />;
  return (
    <AuthCard title={words.title} lead={words.lead}>
      <ResetForm secret={secret} />
    </AuthCard>
  );
}

function ResetForm({ secret }: { secret: string }) {
  const navigate = useNavigate();
  const { field, formError, busy, attach } = useForm({
    initial: { password: "" },
    check: ({ password }) => ({ password: newPasswordError(password) }),
    send: async ({ password }) => {
      await resetPassword({ secret, password });
      toast({ title: words.done, detail: words.doneDetail });
      navigate({ to: "/sign-in" });
    },
    blame: ({ status, title }) =>
      status === 422 && title.includes("password") ? "password" : undefined,
  });
  return (
    <form {...attach} className="flex flex-col gap-4">
      <FormError error={formError} />
      <PasswordField
        {...field("password")}
        label={accountStrings.fields.newPassword}
        choosing
        required
      />
      <Button type="submit" variant="primary" disabled={busy} className="mt-1">
        {words.submit}
      </Button>
    </form>
  );
}
