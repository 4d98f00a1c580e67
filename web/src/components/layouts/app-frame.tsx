import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Sheet } from "@/components/ui/sheet";
import { BottomBar } from "./bottom-bar";
import type { NavItem } from "./nav-item";
import { NavLinks } from "./nav-links";
import { OfflineBanner } from "./offline-banner";
import { Brand, Sidebar } from "./sidebar";
import { frameStrings } from "./strings";
import { TopBar } from "./top-bar";

interface AppFrameProps {
  places: readonly NavItem[];
  below: (onGo?: () => void) => ReactNode;
  foot: ReactNode;
  /** The account menu for the top bar; phones have it in the sheet. */
  me: ReactNode;
  meInSheet: (onGo: () => void) => ReactNode;
  /** A notice that is shown on every page. */
  notice: ReactNode;
  onOpenSearch: () => void;
  onNearSearch: () => void;
  children: ReactNode;
}

export function AppFrame(props: AppFrameProps) {
  const { places, below, foot, me, meInSheet, notice, onOpenSearch, onNearSearch, children } =
    props;
  const [menuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);

  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0"
      >
        {frameStrings.skip}
      </a>
      <Sidebar places={places} below={below()} foot={foot} />
      <Sheet open={menuOpen} onOpenChange={setMenuOpen} title={frameStrings.menu}>
        <div className="flex h-full min-h-0 flex-col px-2.5 py-1.5">
          <div className="pb-3">
            <Brand />
          </div>
          <NavLinks places={places} onGo={() => setMenuOpen(false)} />
          {below(() => setMenuOpen(false))}
          <div className="mt-auto">{meInSheet(() => setMenuOpen(false))}</div>
          <div className="px-2.5 pt-2 pb-2">{foot}</div>
        </div>
      </Sheet>
      <div className="flex min-w-0 flex-1 flex-col pb-[calc(3.5rem+env(safe-area-inset-bottom))] has-data-stage:h-dvh md:pb-0">
        <TopBar
          onOpenMenu={() => setMenuOpen(true)}
          onOpenSearch={onOpenSearch}
          onNearSearch={onNearSearch}
          me={me}
        />
        {notice}
        <OfflineBanner />
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 px-4 py-5 outline-none has-data-stage:min-h-0 has-data-stage:overflow-y-auto has-data-stage:py-3 md:px-5 md:has-data-stage:py-5"
        >
          {children}
        </main>
      </div>
      <BottomBar places={places} onOpenSearch={onOpenSearch} />
    </div>
  );
}

/** Moves focus to the new page after navigation, for keyboards and screen readers. */
function useFocusOnNewPage(main: { current: HTMLElement | null }): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
