import { oneOf, present, textOf } from "@/lib/search-params";

export const SUSPECT_STATES = ["open", "excluded", "cleared"] as const;

export interface VotesSearch {
  status?: (typeof SUSPECT_STATES)[number];
  /** The suspect whose evidence is open. */
  suspect?: string;
}

export function parseVotesSearch(search: Record<string, unknown>): VotesSearch {
  const status = oneOf(SUSPECT_STATES, search.status);
  return present({
    status: status === "open" ? undefined : status,
    suspect: textOf(search.suspect),
  });
}
