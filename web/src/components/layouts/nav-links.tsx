import { Link } from "@tanstack/react-router";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import type { NavItem } from "./nav-item";
import { frameStrings } from "./strings";
import { useIsAt } from "./use-is-at";

interface NavLinksProps {
  places: readonly NavItem[];
  iconsOnly?: boolean;
  onGo?: () => void;
}

export function NavLinks({ places, iconsOnly = false, onGo }: NavLinksProps) {
  const isAt = useIsAt();
  return (
    <nav aria-label={frameStrings.places} className="flex flex-col gap-0.5">
      {places.map((place) => {
        const link = (
          <Link
            key={place.label}
            to={place.to}
            {...(onGo ? { onClick: onGo } : {})}
            className={cn(
              "flex h-10 items-center gap-2.5 rounded-lg px-2.5 font-medium text-dim transition-colors hover:bg-soft hover:text-ink md:h-9",
              isAt(place) && "bg-soft text-ink",
              iconsOnly && "justify-center px-0",
            )}
          >
            <place.icon aria-hidden="true" strokeWidth={1.8} className="size-4 shrink-0" />
            <span className={cn(iconsOnly && "sr-only")}>{place.label}</span>
          </Link>
        );
        return iconsOnly ? (
          <Tooltip key={place.label} content={place.label} side="right">
            {link}
          </Tooltip>
        ) : (
          link
        );
      })}
    </nav>
  );
}
