import { Link } from "@tanstack/react-router";
import { DoorClosed } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { $api } from "@/lib/api-client";
import { describeFailure } from "@/lib/problem";
import { isVisitor } from "../api/me";
import { accountStrings } from "../fns/strings";
import { AlreadySignedIn } from "./already-signed-in";
import { AuthCard, AuthLoading } from "./auth-card";
import { AuthLink } from "./auth-link";
import { SignUpForm } from "./sign-up-form";

const words = accountStrings.signUp;

export function SignUpView({ next }: { next: string | undefined }) {
  const { data: me, error, refetch } = $api.useQuery("get", "/api/me");
  if (error && !me) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  if (!me) return <AuthLoading />;
  if (!isVisitor(me)) return <AlreadySignedIn me={me} next={next} />;
  if (me.sign_up === "closed") return <Closed />;
  return (
    <AuthCard
      title={words.title}
      lead={words.lead}
      foot={
        <p>
          {words.haveAccount}{" "}
          <AuthLink to="/sign-in" next={next}>
            {words.signIn}
          </AuthLink>
        </p>
      }
    >
      <SignUpForm asksForCode={me.sign_up === "invitation"} submit={words.submit} next={next} />
    </AuthCard>
  );
}

function Closed() {
  const { title, detail, invited, home } = words.closed;
  return (
    <EmptyState
      icon={DoorClosed}
      heading="h1"
      title={title}
      action={
        <Button asChild variant="primary">
          <Link to="/">{home}</Link>
        </Button>
      }
    >
      <p>{detail}</p>
      <p>{invited}</p>
    </EmptyState>
  );
}
