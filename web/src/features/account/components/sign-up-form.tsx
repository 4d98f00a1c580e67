import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Problem } from "@/lib/problem";
import { signIn, signUp } from "../api/authentication";
import { invitationQuery } from "../api/get-invitation";
import { emailError, newPasswordError } from "../fns/field-checks";
import { accountStrings } from "../fns/strings";
import { useForm } from "../hooks/use-form";
import { useIdentityChange } from "../hooks/use-identity-change";
import { AuthLink } from "./auth-link";
import { Field } from "./field";
import { FormError } from "./form-error";
import { NewAccountFields } from "./new-account-fields";

const words = accountStrings;

interface SignUpFormProps {
  /** The code of an opened invitation. */
  code?: string;
  asksForCode?: boolean;
  submit: string;
  next: string | undefined;
}

export function SignUpForm({ code = "", asksForCode = false, submit, next }: SignUpFormProps) {
  const cache = useQueryClient();
  const { arrive } = useIdentityChange();
  const { field, formError, busy, attach } = useForm({
    initial: { invitation: code, email: "", name: "", password: "" },
    check: ({ invitation, email, password }) => ({
      invitation: asksForCode && !invitation.trim() ? words.fields.codeMissing : undefined,
      email: emailError(email),
      password: newPasswordError(password),
    }),
    send: async (wanted) => {
      const invitation = codeIn(wanted.invitation);
      if (asksForCode) await checkCode(() => cache.fetchQuery(invitationQuery(invitation)));
      const { email, name, password } = wanted;
      await signUp({ email, name, password, ...(invitation ? { invitation } : {}) });
      arrive(await enter({ email, password }), next);
    },
    blame: (problem) => {
      if (problem.extra.about === "invitation") return "invitation";
      return problem.status === 422 && problem.title.includes("password") ? "password" : undefined;
    },
  });
  const isTaken = formError instanceof Problem && formError.extra.about === "taken";
  return (
    <form {...attach} className="flex flex-col gap-4">
      <FormError error={formError}>
        {isTaken && (
          <AuthLink to="/sign-in" next={next}>
            {words.signUp.signIn}
          </AuthLink>
        )}
      </FormError>
      {asksForCode && (
        <Field
          {...field("invitation")}
          label={words.fields.code}
          hint={words.fields.codeHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
      <NewAccountFields field={field} />
      <Button type="submit" variant="primary" disabled={busy} className="mt-1">
        {submit}
      </Button>
    </form>
  );
}

/** Accepts a whole link instead of the code. */
const codeIn = (text: string): string => text.trim().split("#").at(-1) ?? "";

/** Shows a wrong code as an error of its field. */
async function checkCode(look: () => Promise<unknown>): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    throw new Problem({ status: 422, title: error.title, about: "invitation" });
  }
}

/** Signing up does not reveal whether an address has an account. So try to sign in with the same password. */
async function enter(wanted: { email: string; password: string }) {
  try {
    return await signIn(wanted);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    throw new Problem({ ...words.signUp.taken, status: 401, about: "taken" });
  }
}
