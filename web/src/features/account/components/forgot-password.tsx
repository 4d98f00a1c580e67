import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { requestReset } from "../api/authentication";
import { emailError } from "../fns/field-checks";
import { accountStrings } from "../fns/strings";
import { useForm } from "../hooks/use-form";
import { AuthCard } from "./auth-card";
import { EmailField } from "./email-field";
import { FormError } from "./form-error";

const words = accountStrings.forgot;

interface ForgotPasswordProps {
  /** The email address that was already typed. */
  email: string;
  /** Whether this site sends mail. */
  mail: boolean;
  onBack: () => void;
}

export function ForgotPassword({ email, mail, onBack }: ForgotPasswordProps) {
  return (
    <AuthCard title={words.title} lead={mail ? words.mail : words.ask}>
      <AskForm email={email} mail={mail} />
      <Button variant="ghost" onClick={onBack} className="self-start">
        <ArrowLeft aria-hidden="true" />
        {words.back}
      </Button>
    </AuthCard>
  );
}

function AskForm({ email, mail }: { email: string; mail: boolean }) {
  const [sent, setSent] = useState(false);
  const { field, formError, busy, attach } = useForm({
    initial: { email },
    check: (wanted) => ({ email: emailError(wanted.email) }),
    send: async (wanted) => {
      await requestReset(wanted);
      setSent(true);
    },
  });
  if (sent) {
    return (
      <p role="status" className="rounded-control border border-line bg-soft p-3">
        {mail ? words.sent : words.asked}
      </p>
    );
  }
  return (
    <form {...attach} className="flex flex-col gap-4">
      <FormError error={formError} />
      <EmailField {...field("email")} required />
      <Button type="submit" variant="primary" disabled={busy}>
        {mail ? words.submit : words.askSubmit}
      </Button>
    </form>
  );
}
