import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { atLeast, type Role } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";

type Page = keyof typeof adminStrings.pages;

interface AdminPlace {
  page: Page;
  to: NonNullable<LinkProps["to"]>;
  needs: Role;
}

/** The Admin pages in the order of their tabs, and who may see them. */
export const ADMIN: readonly AdminPlace[] = [
  { page: "overview", to: "/admin", needs: "moderator" },
  { page: "models", to: "/admin/models", needs: "admin" },
  { page: "people", to: "/admin/people", needs: "admin" },
  { page: "moderation", to: "/admin/moderation", needs: "moderator" },
  { page: "votes", to: "/admin/votes", needs: "moderator" },
  { page: "budgets", to: "/admin/budgets", needs: "admin" },
  { page: "audit", to: "/admin/audit", needs: "moderator" },
];

export function AdminNav({ role }: { role: Role }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the tab of the new page may be outside the visible area.
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={adminStrings.nav}
      className="-mx-4 -mt-5 flex shrink-0 gap-1 overflow-x-auto border-b border-line px-3 [scrollbar-width:none] md:-mx-5 md:px-4"
    >
      {ADMIN.filter((place) => atLeast(role, place.needs)).map(({ page, to }) => (
        <Link
          key={page}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="inline-flex h-11 shrink-0 items-center border-b-2 border-transparent px-2.5 text-[13px] font-medium whitespace-nowrap text-dim -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {adminStrings.pages[page]}
        </Link>
      ))}
    </nav>
  );
}
