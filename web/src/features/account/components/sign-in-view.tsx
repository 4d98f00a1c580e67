import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { $api } from "@/lib/api-client";
import { describeFailure } from "@/lib/problem";
import { signIn } from "../api/authentication";
import { isVisitor, type Me } from "../api/me";
import { emailError, passwordError } from "../fns/field-checks";
import type { SignInSearch } from "../fns/next-page";
import { accountStrings } from "../fns/strings";
import { useForm } from "../hooks/use-form";
import { useIdentityChange } from "../hooks/use-identity-change";
import { AlreadySignedIn } from "./already-signed-in";
import { AuthCard, AuthLoading } from "./auth-card";
import { AuthLink } from "./auth-link";
import { EmailField } from "./email-field";
import { ForgotPassword } from "./forgot-password";
import { FormError, Notice } from "./form-error";
import { PasswordField } from "./password-field";

const words = accountStrings.signIn;
const COMPANY = "/api/auth/oidc/start";

export function SignInView({ next, problem }: SignInSearch) {
  const { data: me, error, refetch } = $api.useQuery("get", "/api/me");
  const [forgot, setForgot] = useState<string>();
  if (error && !me) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  if (!me) return <AuthLoading />;
  if (!isVisitor(me)) return <AlreadySignedIn me={me} next={next} />;
  if (forgot !== undefined) {
    return <ForgotPassword email={forgot} mail={me.mail} onBack={() => setForgot(undefined)} />;
  }
  return (
    <AuthCard title={words.title} lead={words.lead} foot={<Foot me={me} next={next} />}>
      {problem && <Notice text={accountStrings.companyProblems[problem]} />}
      <SignInForm next={next} onForgot={setForgot} />
      {me.company && <Company label={me.company} next={next} />}
    </AuthCard>
  );
}

interface SignInFormProps {
  next: string | undefined;
  onForgot: (email: string) => void;
}

function SignInForm({ next, onForgot }: SignInFormProps) {
  const { arrive } = useIdentityChange();
  const { field, values, formError, busy, attach } = useForm({
    initial: { email: "", password: "" },
    check: ({ email, password }) => ({
      email: emailError(email),
      password: passwordError(password),
    }),
    send: async (wanted) => arrive(await signIn(wanted), next),
    blame: (problem) => (problem.status === 401 ? "password" : undefined),
  });
  return (
    <form {...attach} className="flex flex-col gap-4">
      <FormError error={formError} />
      <EmailField {...field("email")} required />
      <PasswordField {...field("password")} label={accountStrings.fields.password} required />
      <Button type="submit" variant="primary" disabled={busy} className="mt-1">
        {words.submit}
      </Button>
      <button
        type="button"
        onClick={() => onForgot(values.email)}
        className="min-h-10 self-center text-[13px] text-dim underline-offset-4 hover:text-ink hover:underline md:min-h-0"
      >
        {words.forgot}
      </button>
    </form>
  );
}

/** A plain link, because the company's sign-in page takes over. */
function Company({ label, next }: { label: string; next: string | undefined }) {
  const page = next === undefined ? "" : `?${new URLSearchParams({ page: next })}`;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {words.or}
      </div>
      <Button asChild>
        <a href={COMPANY + page}>{label}</a>
      </Button>
    </div>
  );
}

function Foot({ me, next }: { me: Me; next: string | undefined }) {
  return (
    <>
      {me.sign_up === "open" && (
        <p>
          {words.noAccount}{" "}
          <AuthLink to="/sign-up" next={next}>
            {words.signUp}
          </AuthLink>
        </p>
      )}
      {me.sign_up === "invitation" && (
        <p>
          {words.noAccount}{" "}
          <AuthLink to="/sign-up" next={next}>
            {words.haveCode}
          </AuthLink>
        </p>
      )}
      {me.needs_setup && <p>{words.needsSetup}</p>}
    </>
  );
}
