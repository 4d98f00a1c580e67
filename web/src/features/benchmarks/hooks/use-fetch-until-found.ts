import { useEffect } from "react";

interface Pages {
  data: { pages: readonly { rows: readonly unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** A search ends its page after a while, also where it found nothing yet; it goes on until there is something to show. */
export function useFetchUntilFound(query: Pages): boolean {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const searching = hasNextPage && data?.pages.every((page) => page.rows.length === 0) === true;
  const mayRead = searching && !isFetching && !isFetchNextPageError;
  const read = data?.pages.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came quickly is seen by the number of them only.
  useEffect(() => {
    if (mayRead) fetchNextPage();
  }, [mayRead, read, fetchNextPage]);
  return searching;
}
