import { present } from "@/lib/search-params";
import { wholeNumber } from "./whole-number";

export interface SuiteSearch {
  version?: number;
  /** Page of the samples, from 1. */
  page?: number;
  /** The two versions that are compared. */
  old?: number;
  new?: number;
}

export function parseSuiteSearch(search: Record<string, unknown>): SuiteSearch {
  const page = wholeNumber(search.page);
  const [old, next] = [wholeNumber(search.old), wholeNumber(search.new)];
  return present({
    version: wholeNumber(search.version),
    page: page === 1 ? undefined : page,
    ...(old && next ? { old, new: next } : {}),
  });
}
