import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import { present } from "@/lib/search-params";
import { voteStrings as words } from "../fns/vote-strings";
import { useChange } from "../hooks/use-change";
import type { GetResponse } from "./response-types";

export type Suspect = GetResponse<"/api/admin/integrity/suspects">["suspects"][number];
export type SuspectDetails = GetResponse<"/api/admin/integrity/suspects/{suspect_id}">;
export type Evidence = SuspectDetails["evidence"];
export type Signal = Suspect["signals"][number];
export type Verdict = "exclude" | "restore" | "clear";

export function useSuspects(status: Suspect["status"]) {
  return useInfiniteQuery({
    queryKey: ["admin", "suspects", status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/admin/integrity/suspects", {
          params: { query: present({ status, cursor: pageParam }) },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

export function useSuspect(suspectId: string) {
  return useQuery({
    queryKey: ["admin", "suspect", suspectId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/admin/integrity/suspects/{suspect_id}", {
          params: { path: { suspect_id: suspectId } },
          signal,
        }),
      ),
  });
}

const ROUTES = {
  exclude: "/api/admin/integrity/suspects/{suspect_id}/exclude",
  restore: "/api/admin/integrity/suspects/{suspect_id}/restore",
  clear: "/api/admin/integrity/suspects/{suspect_id}/clear",
} as const;

export function useJudge() {
  return useChange(
    ({ suspectId, verdict }: { suspectId: string; verdict: Verdict }) =>
      unwrap(api.POST(ROUTES[verdict], { params: { path: { suspect_id: suspectId } } })),
    words.judgeFailed,
  );
}

export function useStartReview() {
  return useChange(
    (_: undefined) => unwrap(api.POST("/api/admin/integrity/review")),
    words.review.failed,
  );
}
