import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { describeFailure, Problem } from "@/lib/problem";
import type { Role } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";
import { AccessDenied } from "../shell/access-denied";

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** What is being loaded, for those who do not see the skeleton. */
  name: string;
  /** Who may see it, in case the server refuses. */
  needs?: Role;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A skeleton, then what was asked for, or in words why it is not here. */
export function Loaded<T>({ query, name, needs = "admin", skeleton, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error instanceof Problem && error.status === 403) return <AccessDenied needs={needs} />;
  if (error) return <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />;
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {adminStrings.loading(name)}
      </p>
      {skeleton ?? <RowsSkeleton />}
    </div>
  );
}
