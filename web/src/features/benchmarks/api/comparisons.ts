import { keepPreviousData } from "@tanstack/react-query";
import { $api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";

/** Compares each entry with the first, sample by sample; needs two entries. */
export function useComparison(entries: readonly string[]) {
  const init = { params: { query: { entry: [...entries] } } };
  return $api.useQuery("get", "/api/bench/compare", init, {
    enabled: entries.length > 1,
    placeholderData: keepPreviousData,
  });
}

export function useFlips(first: string, second: string, direction: "better" | "worse") {
  const init = { params: { query: { first, second, direction } } };
  return $api.useInfiniteQuery("get", "/api/bench/compare/flips", init, byCursor);
}
