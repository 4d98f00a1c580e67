import { Bot, ChartNoAxesColumn, FileUp, GitCompareArrows, Swords, UserRound } from "lucide-react";
import type { Place } from "@/components/layouts/place";
import { appStrings } from "./strings";

/** Every place of the site, in the order of the sidebar. A new place is one entry here and one route. */
export const places: readonly Place[] = [
  { to: "/", label: "Arena", icon: Swords, main: true, also: ["/battles/", "/sessions/"] },
  {
    to: "/leaderboard",
    label: "Leaderboard",
    icon: ChartNoAxesColumn,
    main: true,
    also: ["/versus"],
  },
  { to: "/models", label: "Models", icon: Bot, main: true },
];

/** Pages within those places, for the command palette. */
export const innerPlaces: readonly Place[] = [
  { to: "/leaderboard/mine", label: appStrings.inner.mine, icon: UserRound, main: false },
  { to: "/versus", label: appStrings.inner.versus, icon: GitCompareArrows, main: false },
  { to: "/leaderboard/imports", label: appStrings.inner.imports, icon: FileUp, main: false },
];
