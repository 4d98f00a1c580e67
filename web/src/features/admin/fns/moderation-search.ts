import { oneOf, present, textOf } from "@/lib/search-params";

export const TABS = ["open", "hidden", "kept", "words"] as const;

export interface ModerationSearch {
  tab?: (typeof TABS)[number];
  /** The flag whose conversation is open. */
  flag?: string;
}

export function parseModerationSearch(search: Record<string, unknown>): ModerationSearch {
  const tab = oneOf(TABS, search.tab);
  return present({ tab: tab === "open" ? undefined : tab, flag: textOf(search.flag) });
}
