import { $api, api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";
import { moderationStrings as words } from "../fns/moderation-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse } from "./response-types";

export type Flag = GetResponse<"/api/admin/moderation/flags">["flags"][number];
export type FlagDetails = GetResponse<"/api/admin/moderation/flags/{flag_id}">;
export type Word = GetResponse<"/api/admin/moderation/words">["words"][number];
export type WordInput = Required<Body<"/api/admin/moderation/words", "post">>;
export type Decision = "hide" | "keep" | "restore";

const ROUTES = {
  hide: "/api/admin/moderation/flags/{flag_id}/hide",
  keep: "/api/admin/moderation/flags/{flag_id}/keep",
  restore: "/api/admin/moderation/flags/{flag_id}/restore",
} as const;

export function useDecide() {
  return useChange(
    ({ flagId, decision }: { flagId: string; decision: Decision }) =>
      api.POST(ROUTES[decision], { params: { path: { flag_id: flagId } } }),
    words.decideFailed,
  );
}

const BLOCKING = {
  block: "/api/admin/visitors/{account_id}/block",
  unblock: "/api/admin/visitors/{account_id}/unblock",
} as const;

export function useBlock() {
  return useChange(
    ({ accountId, does }: { accountId: string; does: keyof typeof BLOCKING }) =>
      api.POST(BLOCKING[does], { params: { path: { account_id: accountId } } }),
    words.blockFailed,
  );
}

export function useAddWord() {
  return useChange(
    (body: WordInput) => api.POST("/api/admin/moderation/words", { body }),
    words.list.addFailed,
  );
}

export function useRemoveWord() {
  return useChange(
    (wordId: string) =>
      api.DELETE("/api/admin/moderation/words/{word_id}", {
        params: { path: { word_id: wordId } },
      }),
    words.list.removeFailed,
  );
}

export function useFlags(status: Flag["status"]) {
  const init = { params: { query: { status } } };
  return $api.useInfiniteQuery("get", "/api/admin/moderation/flags", init, byCursor);
}
