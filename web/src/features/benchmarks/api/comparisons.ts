import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import { present } from "@/lib/search-params";

/** Compares each entry with the first, sample by sample; needs two entries. */
export function useComparison(entries: readonly string[]) {
  return useQuery({
    queryKey: ["bench", "compare", entries],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/bench/compare", { params: { query: { entry: [...entries] } }, signal })),
    enabled: entries.length > 1,
    placeholderData: (before) => before,
  });
}

export function useFlips(first: string, second: string, direction: "better" | "worse") {
  return useInfiniteQuery({
    queryKey: ["bench", "flips", first, second, direction],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/bench/compare/flips", {
          params: { query: { first, second, direction, ...present({ cursor: pageParam }) } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

export function useSuiteHistory(suiteId: string) {
  return useQuery({
    queryKey: ["bench", "history", suiteId],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/bench/history", { params: { query: { suite_id: suiteId } }, signal })),
  });
}
