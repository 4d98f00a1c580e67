import {
  Activity,
  Bot,
  ChartNoAxesColumn,
  ChartScatter,
  FilePlus2,
  FileUp,
  GitCompareArrows,
  LayoutDashboard,
  Play,
  Settings,
  Swords,
  UserRound,
} from "lucide-react";
import { useMemo } from "react";
import type { NavItem } from "@/components/layouts/nav-item";
import { hasAdmin } from "@/features/account/api/me";
import { $api } from "@/lib/api-client";
import { appStrings } from "./strings";

/** All entries of the sidebar, in order. A new area needs one entry here and one route. */
const navItems: readonly NavItem[] = [
  { to: "/", label: "Arena", icon: Swords, main: true, also: ["/battles/", "/sessions/"] },
  {
    to: "/leaderboard",
    label: "Leaderboard",
    icon: ChartNoAxesColumn,
    main: true,
    also: ["/versus"],
  },
  { to: "/benchmarks", label: "Benchmarks", icon: Activity, main: true },
  { to: "/models", label: "Models", icon: Bot, main: true },
];

const admin: NavItem = {
  to: "/admin",
  label: appStrings.admin,
  icon: LayoutDashboard,
  main: false,
};

/** The entries that the current user may open. */
export function useNavItems(): readonly NavItem[] {
  const { data: me } = $api.useQuery("get", "/api/me");
  return useMemo(() => (hasAdmin(me) ? [...navItems, admin] : navItems), [me]);
}

/** Subpages for the command palette. */
export const innerNavItems: readonly NavItem[] = [
  { to: "/leaderboard/mine", label: appStrings.inner.mine, icon: UserRound, main: false },
  { to: "/versus", label: appStrings.inner.versus, icon: GitCompareArrows, main: false },
  { to: "/leaderboard/imports", label: appStrings.inner.imports, icon: FileUp, main: false },
  { to: "/benchmarks/suites/new", label: appStrings.inner.newSuite, icon: FilePlus2, main: false },
  { to: "/benchmarks/new-run", label: appStrings.inner.newRun, icon: Play, main: false },
  {
    to: "/benchmarks/compare",
    label: appStrings.inner.compareRuns,
    icon: GitCompareArrows,
    main: false,
  },
  { to: "/benchmarks/board", label: appStrings.inner.board, icon: ChartScatter, main: false },
  { to: "/settings", label: appStrings.inner.settings, icon: Settings, main: false },
];
