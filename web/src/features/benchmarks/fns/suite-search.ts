import { present } from "@/lib/search-params";
import { wholeNumber } from "./whole-number";

export interface SuiteSearch {
  version?: number;
  /** Of the samples, from 1. */
  page?: number;
}

export function parseSuiteSearch(search: Record<string, unknown>): SuiteSearch {
  const page = wholeNumber(search.page);
  return present({ version: wholeNumber(search.version), page: page === 1 ? undefined : page });
}
