import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { cn } from "@/lib/cn";
import type { NavItem } from "./nav-item";
import { frameStrings } from "./strings";
import { useIsAt } from "./use-is-at";

const item =
  "flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] font-medium text-dim [&_svg]:size-5";

interface BottomBarProps {
  places: readonly NavItem[];
  onOpenSearch: () => void;
}

export function BottomBar({ places, onOpenSearch }: BottomBarProps) {
  const isAt = useIsAt();
  return (
    <nav
      aria-label={frameStrings.mainPlaces}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places
        .filter((place) => place.main)
        .map((place) => (
          <Link key={place.label} to={place.to} className={cn(item, isAt(place) && "text-accent")}>
            <place.icon aria-hidden="true" />
            {place.label}
          </Link>
        ))}
      <button type="button" className={item} onClick={onOpenSearch}>
        <Search aria-hidden="true" />
        {frameStrings.search}
      </button>
    </nav>
  );
}
