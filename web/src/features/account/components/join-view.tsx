import { useQuery } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { $api } from "@/lib/api-client";
import { describeFailure, Problem } from "@/lib/problem";
import { invitationQuery } from "../api/get-invitation";
import { isVisitor } from "../api/me";
import { accountStrings } from "../fns/strings";
import { useFragmentSecret } from "../hooks/use-fragment-secret";
import { AlreadySignedIn } from "./already-signed-in";
import { AuthCard, AuthLoading } from "./auth-card";
import { AuthLink } from "./auth-link";
import { SignUpForm } from "./sign-up-form";

const words = accountStrings.join;

/** The page of an invitation link. The code is in the URL fragment, which is never sent to a server or logged. */
export function JoinView() {
  const code = useFragmentSecret();
  const me = $api.useQuery("get", "/api/me");
  const found = useQuery({ ...invitationQuery(code), enabled: code !== "" });
  if (me.data && !isVisitor(me.data)) return <AlreadySignedIn me={me.data} />;
  if (code === "") return <BrokenLink {...words.missing} />;
  if (found.error && !found.data) {
    return found.error instanceof Problem && found.error.status === 422 ? (
      <BrokenLink {...words.bad} />
    ) : (
      <ErrorState heading="h1" {...describeFailure(found.error)} onRetry={() => found.refetch()} />
    );
  }
  if (!found.data) return <AuthLoading label={words.loading} />;
  const { kind, note, expires_at } = found.data;
  return (
    <AuthCard
      title={words.title}
      lead={
        <>
          <p>{words.lead(words.roles[kind])}</p>
          {note && (
            <blockquote className="my-2 border-l-2 border-line-strong pl-3 text-ink">
              {note}
            </blockquote>
          )}
          <p>{words.kept}</p>
        </>
      }
      foot={
        <>
          <p>
            {words.until} <RelativeTime iso={expires_at} />
          </p>
          <p>
            {accountStrings.signUp.haveAccount}{" "}
            <AuthLink to="/sign-in" next={undefined}>
              {accountStrings.signUp.signIn}
            </AuthLink>
          </p>
        </>
      }
    >
      <SignUpForm key={code} code={code} submit={words.submit} next={undefined} />
    </AuthCard>
  );
}

/** Says that a link does not work, and what to do. */
export function BrokenLink({ title, detail }: { title: string; detail: string }) {
  return (
    <EmptyState icon={Link2Off} heading="h1" title={title}>
      {detail}
    </EmptyState>
  );
}
