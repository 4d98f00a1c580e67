import { keepPreviousData } from "@tanstack/react-query";
import { $api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";
import { present } from "@/lib/search-params";

const PAGE = 40;

export function useSessions(search: string) {
  return $api.useInfiniteQuery(
    "get",
    "/api/sessions",
    { params: { query: { limit: PAGE, ...present({ search }) } } },
    { ...byCursor, placeholderData: keepPreviousData },
  );
}
