import { Button } from "@/components/ui/button";
import { setUp } from "../api/authentication";
import { emailError, newPasswordError } from "../fns/field-checks";
import { accountStrings } from "../fns/strings";
import { useForm } from "../hooks/use-form";
import { useFragmentSecret } from "../hooks/use-fragment-secret";
import { useIdentityChange } from "../hooks/use-identity-change";
import { AuthCard } from "./auth-card";
import { FormError } from "./form-error";
import { BrokenLink } from "./join-view";
import { NewAccountFields } from "./new-account-fields";

const words = accountStrings.setup;

/** The page of the setup link from the terminal; whoever opens it creates the first admin account. */
export function SetupView() {
  const secret = useFragmentSecret();
  if (secret === "") return <BrokenLink {...words.missing} />;
  return (
    <AuthCard title={words.title} lead={words.lead}>
      <SetupForm secret={secret} />
    </AuthCard>
  );
}

function SetupForm({ secret }: { secret: string }) {
  const { arrive } = useIdentityChange();
  const { field, formError, busy, attach } = useForm({
    initial: { email: "", name: "", password: "" },
    check: ({ email, password }) => ({
      email: emailError(email),
      password: newPasswordError(password),
    }),
    send: async (wanted) => arrive(await setUp({ ...wanted, secret }), "/start"),
    blame: ({ status, title }) => {
      if (status === 409) return "email";
      return status === 422 && title.includes("password") ? "password" : undefined;
    },
  });
  return (
    <form {...attach} className="flex flex-col gap-4">
      <FormError error={formError} />
      <NewAccountFields field={field} />
      <Button type="submit" variant="primary" disabled={busy} className="mt-1">
        {words.submit}
      </Button>
    </form>
  );
}
