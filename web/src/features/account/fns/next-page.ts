import { accountStrings } from "./strings";

export type CompanyProblem = keyof typeof accountStrings.companyProblems;

/** Search parameters of the ways in. */
export interface EntrySearch {
  /** The page to return to. */
  next?: string;
}

export interface SignInSearch extends EntrySearch {
  /** Why company login failed. */
  problem?: CompanyProblem;
}

/** Only paths of this site: an address that was sent to somebody must not lead them elsewhere. */
export function safePath(next: string | undefined): string {
  const isPath = next !== undefined && /^\/(?![/\\])/.test(next) && !/[\s\\]/.test(next);
  return isPath && !/^\/(sign-in|sign-up|join|setup|reset)\b/.test(next) ? next : "/";
}

export function parseEntrySearch(search: Record<string, unknown>): EntrySearch {
  const next = typeof search.next === "string" ? safePath(search.next) : "/";
  return next === "/" ? {} : { next };
}

export function parseSignInSearch(search: Record<string, unknown>): SignInSearch {
  const { problem } = search;
  const isKnown =
    typeof problem === "string" && Object.hasOwn(accountStrings.companyProblems, problem);
  return {
    ...parseEntrySearch(search),
    ...(isKnown ? { problem: problem as CompanyProblem } : {}),
  };
}
