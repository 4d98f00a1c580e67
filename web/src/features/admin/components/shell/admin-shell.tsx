import { Link, useLocation } from "@tanstack/react-router";
import { LogIn, TerminalSquare } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CodeChip } from "@/components/ui/code-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { Skeleton } from "@/components/ui/skeleton";
import { describeFailure } from "@/lib/problem";
import { atLeast, type Role } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";
import { useLiveAdmin } from "../../hooks/use-live-admin";
import { AccessDenied } from "./access-denied";
import { ADMIN, AdminNav } from "./admin-nav";

interface AdminShellProps {
  me: { kind: Role; needs_setup: boolean } | undefined;
  error: Error | null;
  onRetry: () => void;
  /** For a page without the tabs: who may see it. */
  alone?: Role;
  children: ReactNode;
}

/** The tabs and the access check around every Admin page. */
export function AdminShell({ me, error, onRetry, ...page }: AdminShellProps) {
  const { href } = useLocation();
  if (!me) return error ? <Failed error={error} onRetry={onRetry} /> : <Loading />;
  if (me.kind === "visitor") {
    return me.needs_setup ? <SetUp /> : <SignIn next={href} />;
  }
  return <Allowed role={me.kind} {...page} />;
}

interface AllowedProps {
  role: Role;
  alone?: Role;
  children: ReactNode;
}

function Allowed({ role, alone, children }: AllowedProps) {
  const { pathname } = useLocation();
  const place = ADMIN.find(({ to }) => to === pathname.replace(/\/$/, ""));
  const needs = alone ?? place?.needs ?? "moderator";
  const content = atLeast(role, needs) ? (
    <LiveAdmin>{children}</LiveAdmin>
  ) : (
    <AccessDenied
      heading="h1"
      needs={atLeast(role, "moderator") ? needs : (alone ?? "moderator")}
    />
  );
  if (alone || !atLeast(role, "moderator")) return content;
  return (
    <div className="flex flex-col gap-5">
      <AdminNav role={role} />
      {content}
    </div>
  );
}

function LiveAdmin({ children }: { children: ReactNode }) {
  useLiveAdmin();
  return children;
}

/** A link to sign in that returns to this page. */
function SignIn({ next }: { next: string }) {
  const { title, detail, action } = adminStrings.signIn;
  return (
    <EmptyState
      icon={LogIn}
      heading="h1"
      title={title}
      action={
        <Button asChild variant="primary">
          <Link to="/sign-in" search={{ next }}>
            {action}
          </Link>
        </Button>
      }
    >
      {detail}
    </EmptyState>
  );
}

function SetUp() {
  const { title, detail, command } = adminStrings.setUp;
  return (
    <EmptyState icon={TerminalSquare} heading="h1" title={title}>
      <p className="mb-2">{detail}</p>
      <CodeChip>{command}</CodeChip>
    </EmptyState>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <ErrorState heading="h1" {...describeFailure(error)} onRetry={onRetry} />;
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {adminStrings.loading(adminStrings.title)}
      </p>
      <Skeleton className="h-5 w-full max-w-xl" />
      <Skeleton className="h-6 w-48" />
      <RowsSkeleton />
    </div>
  );
}
