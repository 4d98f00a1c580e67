import { Link } from "@tanstack/react-router";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { cn } from "@/lib/cn";
import { toggleSidebar, useSidebarCollapsed } from "@/lib/sidebar";
import { BrandMark } from "./brand-mark";
import type { NavItem } from "./nav-item";
import { NavLinks } from "./nav-links";
import { frameStrings } from "./strings";

export function Brand({ iconOnly = false }: { iconOnly?: boolean }) {
  return (
    <Link
      to="/"
      className={cn(
        "flex h-10 items-center gap-2.5 rounded-lg px-2.5 text-[15px] font-semibold tracking-tight",
        iconOnly && "justify-center px-0",
      )}
    >
      <BrandMark />
      <span className={cn(iconOnly && "sr-only")}>{frameStrings.site}</span>
    </Link>
  );
}

interface SidebarProps {
  places: readonly NavItem[];
  /** Content below the entries, if there is room. */
  below: ReactNode;
  foot: ReactNode;
}

export function Sidebar({ places, below, foot }: SidebarProps) {
  const collapsed = useSidebarCollapsed();
  const label = collapsed ? frameStrings.expand : frameStrings.collapse;
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className={cn(
        "sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line bg-panel px-2.5 py-2 transition-[width] duration-200 md:flex",
        collapsed ? "w-15" : "w-62",
      )}
    >
      <div className="pb-3">
        <Brand iconOnly={collapsed} />
      </div>
      <NavLinks places={places} iconsOnly={collapsed} />
      {!collapsed && below}
      <div
        className={cn(
          "mt-auto flex items-center gap-2",
          collapsed ? "justify-center" : "justify-between pl-2.5",
        )}
      >
        {!collapsed && foot}
        <Tooltip content={label} side="right">
          <Button
            variant="ghost"
            size="icon"
            aria-expanded={!collapsed}
            aria-label={label}
            onClick={toggleSidebar}
          >
            <Icon aria-hidden="true" />
          </Button>
        </Tooltip>
      </div>
    </aside>
  );
}
