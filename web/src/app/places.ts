import { Bot, Swords } from "lucide-react";
import type { Place } from "@/components/layouts/place";

/** Every place of the site, in the order of the sidebar. A new place is one entry here and one route. */
export const places: readonly Place[] = [
  { to: "/", label: "Arena", icon: Swords, main: true, also: ["/battles/", "/sessions/"] },
  { to: "/models", label: "Models", icon: Bot, main: true },
];
