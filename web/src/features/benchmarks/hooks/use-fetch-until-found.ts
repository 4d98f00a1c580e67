import { useEffect } from "react";

interface Pages {
  data: { pages: readonly { rows: readonly unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** A filtered page may end before anything was found, so further pages are loaded until there is something to show. */
export function useFetchUntilFound(query: Pages): boolean {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const searching = hasNextPage && data?.pages.every((page) => page.rows.length === 0) === true;
  const mayRead = searching && !isFetching && !isFetchNextPageError;
  const read = data?.pages.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that loads quickly changes only the number of pages.
  useEffect(() => {
    if (mayRead) fetchNextPage();
  }, [mayRead, read, fetchNextPage]);
  return searching;
}
