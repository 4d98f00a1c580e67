import { type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/lib/cn";

interface TabNavProps {
  label: string;
  /** The chosen tab. */
  current: string;
  children: ReactNode;
}

/** The tabs of a page: links, so that each tab has an address. */
export function TabNav({ label, current, children }: TabNavProps) {
  const nav = useRef<HTMLElement>(null);
  // Phones show only a few tabs at a time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is at another place in the row.
  useEffect(() => {
    const chosen = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav.current && chosen) nav.current.scrollLeft = chosen.offsetLeft - 16;
  }, [current]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="relative -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      {children}
    </nav>
  );
}

/** The look of a link in a row of tabs. */
export const tabLook = (isCurrent: boolean): string =>
  cn(
    "inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 px-2.5 text-[13px] font-medium whitespace-nowrap transition-colors",
    isCurrent
      ? "border-accent text-ink"
      : "border-transparent text-dim hover:border-line-strong hover:text-ink",
  );
