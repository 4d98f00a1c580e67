import { Link, type LinkProps } from "@tanstack/react-router";
import { cn } from "@/lib/cn";
import { TopBarTools } from "./top-bar-tools";

interface PageLinksProps<Page extends string> {
  label: string;
  pages: readonly (readonly [Page, NonNullable<LinkProps["to"]>])[];
  names: Readonly<Record<Page, string>>;
  current: Page;
}

/** Links to a few related pages, in the top bar. */
export function PageLinks<Page extends string>(props: PageLinksProps<Page>) {
  const { label, pages, names, current } = props;
  return (
    <TopBarTools>
      <nav
        aria-label={label}
        className="inline-flex h-11.5 shrink-0 gap-0.5 rounded-control bg-soft p-[3px] md:h-9"
      >
        {pages.map(([page, to]) => (
          <Link
            key={page}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className={cn(
              "inline-flex min-w-10 items-center justify-center rounded-[7px] px-2 text-[13px] font-medium text-dim transition-colors hover:text-ink md:px-2.5",
              page === current && "bg-panel text-ink shadow-sm dark:bg-line",
            )}
          >
            {names[page]}
          </Link>
        ))}
      </nav>
    </TopBarTools>
  );
}
