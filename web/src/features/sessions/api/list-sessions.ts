import { useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

const PAGE = 40;

export function useSessions(search: string) {
  return useInfiniteQuery({
    queryKey: ["sessions", "list", search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/sessions", {
          params: {
            query: {
              limit: PAGE,
              ...(search ? { search } : {}),
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
}
