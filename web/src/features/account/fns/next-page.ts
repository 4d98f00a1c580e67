import { accountStrings } from "./strings";

export type CompanyProblem = keyof typeof accountStrings.companyProblems;

/** Search parameters of the sign-in pages. */
export interface EntrySearch {
  /** The page to return to. */
  next?: string;
}

export interface SignInSearch extends EntrySearch {
  /** Why company login failed. */
  problem?: CompanyProblem;
}

/** Accepts only paths of this site, so that a link cannot redirect elsewhere. */
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
