import { Menu, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { isApple } from "@/lib/hotkey";
import { useShownTitle } from "@/lib/page-title";
import { frameStrings } from "./strings";
import { ThemeMenu } from "./theme-menu";
import { TopBarSlot } from "./top-bar-tools";

interface TopBarProps {
  onOpenMenu: () => void;
  onOpenSearch: () => void;
  onNearSearch: () => void;
  me: ReactNode;
}

export function TopBar({ onOpenMenu, onOpenSearch, onNearSearch, me }: TopBarProps) {
  const title = useShownTitle();
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-canvas/85 px-2 backdrop-blur-md md:px-5">
      <Button
        variant="ghost"
        size="icon"
        aria-label={frameStrings.openMenu}
        className="md:hidden"
        onClick={onOpenMenu}
      >
        <Menu aria-hidden="true" />
      </Button>
      <p className="min-w-0 truncate font-semibold has-[+div:not(:empty)]:max-lg:sr-only">
        {title}
      </p>
      <TopBarSlot />
      <span className="min-w-0 flex-1" />
      <button
        type="button"
        onClick={onOpenSearch}
        onPointerEnter={onNearSearch}
        onFocus={onNearSearch}
        className="hidden h-8 shrink-0 items-center gap-2 rounded-[9px] border border-line bg-panel px-2.5 text-[13px] whitespace-nowrap text-faint transition-colors hover:border-line-strong md:flex lg:w-44 xl:w-60"
      >
        <Search aria-hidden="true" className="size-3.5" />
        <span className="max-lg:sr-only">{frameStrings.searchHint}</span>
        <span className="ml-auto max-xl:hidden">
          <Kbd>{isApple() ? "⌘K" : "Ctrl K"}</Kbd>
        </span>
      </button>
      <ThemeMenu />
      <div className="hidden items-center gap-2 md:flex">{me}</div>
    </header>
  );
}
