import { useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import { present } from "@/lib/search-params";
import { type AuditSearch, auditQuery } from "../fns/audit-search";
import type { GetResponse } from "./response-types";

export type AuditEntry = GetResponse<"/api/admin/audit">["entries"][number];

export function useAudit(search: AuditSearch) {
  return useInfiniteQuery({
    queryKey: ["admin", "audit", search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/admin/audit", {
          params: { query: { ...auditQuery(search), ...present({ cursor: pageParam }) } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
}
