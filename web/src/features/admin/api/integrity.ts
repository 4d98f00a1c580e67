import { $api, api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";
import { voteStrings as words } from "../fns/vote-strings";
import { useChange } from "../hooks/use-change";
import type { GetResponse } from "./response-types";

export type Suspect = GetResponse<"/api/admin/integrity/suspects">["suspects"][number];
export type Recount = GetResponse<"/api/admin/integrity/suspects">["recount"];
export type SuspectDetails = GetResponse<"/api/admin/integrity/suspects/{suspect_id}">;
export type Evidence = SuspectDetails["evidence"];
export type Signal = Suspect["signals"][number];
export type Verdict = "exclude" | "restore" | "clear";

const ROUTES = {
  exclude: "/api/admin/integrity/suspects/{suspect_id}/exclude",
  restore: "/api/admin/integrity/suspects/{suspect_id}/restore",
  clear: "/api/admin/integrity/suspects/{suspect_id}/clear",
} as const;

export function useJudge() {
  return useChange(
    ({ suspectId, verdict }: { suspectId: string; verdict: Verdict }) =>
      api.POST(ROUTES[verdict], { params: { path: { suspect_id: suspectId } } }),
    words.judgeFailed,
  );
}

export function useStartReview() {
  return useChange((_: undefined) => api.POST("/api/admin/integrity/review"), words.review.failed);
}

export function useSuspects(status: Suspect["status"]) {
  const init = { params: { query: { status } } };
  return $api.useInfiniteQuery("get", "/api/admin/integrity/suspects", init, byCursor);
}
