import { Link, useLocation } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { describeFailure, Problem } from "@/lib/problem";
import { benchStrings } from "../../fns/strings";

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** What is being loaded, for screen readers. */
  name: string;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows a skeleton, then the data or an error. */
export function Loaded<T>({ query, name, skeleton, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error instanceof Problem && error.status === 401) return <SignInFirst />;
  if (error) return <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />;
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {benchStrings.loading(name)}
      </p>
      {skeleton ?? <RowsSkeleton />}
    </div>
  );
}

function SignInFirst() {
  const words = benchStrings.signIn;
  const next = useLocation({ select: (location) => location.href });
  return (
    <EmptyState
      icon={Lock}
      title={words.title}
      action={
        <Button asChild variant="primary">
          <Link to="/sign-in" search={{ next }}>
            {words.action}
          </Link>
        </Button>
      }
    >
      {words.detail}
    </EmptyState>
  );
}
