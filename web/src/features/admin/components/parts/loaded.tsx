import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/rows-skeleton";
import { describeFailure, Problem } from "@/lib/problem";
import type { Role } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";
import { AccessDenied } from "../shell/access-denied";

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** What is being loaded, for screen readers. */
  name: string;
  /** The role that is named if the server denies access. */
  needs?: Role;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows a skeleton, then the data or an error. */
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
