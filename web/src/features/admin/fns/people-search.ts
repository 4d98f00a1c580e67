import { oneOf, present, textOf } from "@/lib/search-params";
import { ROLES } from "./roles";

export const STATES = ["active", "deactivated"] as const;

export interface PeopleSearch {
  q?: string;
  role?: (typeof ROLES)[number];
  state?: (typeof STATES)[number];
  /** Shows the invitations instead of the people. */
  show?: "invitations";
}

/** Ignores invalid values, because addresses can be typed by hand. */
export function parsePeopleSearch(search: Record<string, unknown>): PeopleSearch {
  return present({
    q: textOf(search.q)?.slice(0, 100),
    role: oneOf(ROLES, search.role),
    state: oneOf(STATES, search.state),
    show: oneOf(["invitations"], search.show),
  });
}
