import { keepPreviousData } from "@tanstack/react-query";
import { $api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";
import { type AuditSearch, auditQuery } from "../fns/audit-search";
import type { GetResponse } from "./response-types";

export type AuditEntry = GetResponse<"/api/admin/audit">["entries"][number];

export function useAudit(search: AuditSearch) {
  return $api.useInfiniteQuery(
    "get",
    "/api/admin/audit",
    { params: { query: auditQuery(search) } },
    { ...byCursor, placeholderData: keepPreviousData },
  );
}
