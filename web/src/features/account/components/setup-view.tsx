import { Button } from "@/components/ui/button";
import { setUp } from "../api/enter";
import { emailError, newPasswordError } from "../fns/checks";
import { accountStrings } from "../fns/strings";
import { useArrival } from "../hooks/use-arrival";
import { useForm } from "../hooks/use-form";
import { useFragmentSecret } from "../hooks/use-fragment-secret";
import { EntryCard } from "./entry-card";
import { FormTrouble } from "./form-trouble";
import { Broken } from "./join-view";
import { NewAccountFields } from "./new-account-fields";

const words = accountStrings.setup;

/** Where the link of the terminal leads: whoever holds it becomes the first admin. */
export function SetupView() {
  const secret = useFragmentSecret();
  if (secret === "") return <Broken {...words.missing} />;
  return (
    <EntryCard title={words.title} lead={words.lead}>
      <SetupForm secret={secret} />
    </EntryCard>
  );
}

function SetupForm({ secret }: { secret: string }) {
  const { arrive } = useArrival();
  const { field, trouble, busy, attach } = useForm({
    initial: { email: "", name: "", password: "" },
    check: ({ email, password }) => ({
      email: emailError(email),
      password: newPasswordError(password),
    }),
    send: async (wanted) => arrive(await setUp({ ...wanted, secret })),
    blame: ({ status, title }) => {
      if (status === 409) return "email";
      return status === 422 && title.includes("password") ? "password" : undefined;
    },
  });
  return (
    <form {...attach} className="flex flex-col gap-4">
      <FormTrouble error={trouble} />
      <NewAccountFields field={field} />
      <Button type="submit" variant="primary" disabled={busy} className="mt-1">
        {words.submit}
      </Button>
    </form>
  );
}
