import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { EntrySearch } from "../fns/next-page";

interface EntryLinkProps {
  to: Extract<NonNullable<LinkProps["to"]>, "/sign-in" | "/sign-up">;
  next: string | undefined;
  children: ReactNode;
}

/** Links from one sign-in page to another and keeps the page to return to. */
export function AuthLink({ to, next, children }: EntryLinkProps) {
  const search: EntrySearch = next === undefined ? {} : { next };
  return (
    <Link
      to={to}
      search={search}
      className="inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline md:min-h-0"
    >
      {children}
    </Link>
  );
}
