import type { Me } from "../api/me";
import { isVisitor } from "../api/me";

const TABS = ["profile", "password", "devices", "tokens", "keys", "appearance", "data"] as const;
export type Tab = (typeof TABS)[number];

const FOR_VISITORS: readonly Tab[] = ["appearance", "data"];

interface SettingsSearch {
  tab?: Tab;
}

export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const tab = TABS.find((one) => one === search.tab);
  return tab === undefined ? {} : { tab };
}

/** The settings tabs of the current user. */
export function tabsOf(me: Me): readonly Tab[] {
  if (isVisitor(me)) return FOR_VISITORS;
  // People who sign in through their company have no password here.
  return TABS.filter((tab) => tab !== "password" || me.has_password);
}
