import { useRouter } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";
import type { Me } from "../api/me";
import { safePath } from "../fns/next-page";
import { accountStrings } from "../fns/strings";
import { useSignOut } from "../hooks/use-identity-change";
import { AuthCard } from "./auth-card";

const words = accountStrings.already;

/** Shown instead of the sign-in form to people who are signed in. */
export function AlreadySignedIn({ me, next }: { me: Me; next?: string | undefined }) {
  const router = useRouter();
  const signOut = useSignOut();
  return (
    <AuthCard title={words.title(me.name || (me.email ?? ""))} lead={words.detail}>
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => router.history.push(safePath(next))}>
          {words.go}
        </Button>
        <Button onClick={signOut}>{words.signOut}</Button>
      </div>
    </AuthCard>
  );
}
