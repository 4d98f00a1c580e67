import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { answerOf, api, doneOf } from "@/lib/api-client";
import { present } from "@/lib/search-params";
import { moderationStrings as words } from "../fns/moderation-strings";
import { useChange } from "../hooks/use-change";
import type { Answer, Body } from "./answers";

export type Flag = Answer<"/api/desk/moderation/flags">["flags"][number];
export type FlagDetails = Answer<"/api/desk/moderation/flags/{flag_id}">;
export type Word = Answer<"/api/desk/moderation/words">["words"][number];
export type WordWish = Required<Body<"/api/desk/moderation/words", "post">>;
export type Decision = "hide" | "keep" | "restore";

export function useFlags(status: Flag["status"]) {
  return useInfiniteQuery({
    queryKey: ["desk", "flags", status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET("/api/desk/moderation/flags", {
          params: { query: present({ status, cursor: pageParam }) },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

export function useFlag(flagId: string) {
  return useQuery({
    queryKey: ["desk", "flag", flagId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/desk/moderation/flags/{flag_id}", {
          params: { path: { flag_id: flagId } },
          signal,
        }),
      ),
  });
}

const ROUTES = {
  hide: "/api/desk/moderation/flags/{flag_id}/hide",
  keep: "/api/desk/moderation/flags/{flag_id}/keep",
  restore: "/api/desk/moderation/flags/{flag_id}/restore",
} as const;

export function useDecide() {
  return useChange(
    ({ flagId, decision }: { flagId: string; decision: Decision }) =>
      answerOf(api.POST(ROUTES[decision], { params: { path: { flag_id: flagId } } })),
    words.decideFailed,
  );
}

const BLOCKING = {
  block: "/api/desk/visitors/{account_id}/block",
  unblock: "/api/desk/visitors/{account_id}/unblock",
} as const;

export function useBlock() {
  return useChange(
    ({ accountId, does }: { accountId: string; does: keyof typeof BLOCKING }) =>
      answerOf(api.POST(BLOCKING[does], { params: { path: { account_id: accountId } } })),
    words.blockFailed,
  );
}

export function useWords() {
  return useQuery({
    queryKey: ["desk", "words"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/desk/moderation/words", { signal })),
  });
}

export function useAddWord() {
  return useChange(
    (body: WordWish) => answerOf(api.POST("/api/desk/moderation/words", { body })),
    words.list.addFailed,
  );
}

export function useRemoveWord() {
  return useChange(
    (wordId: string) =>
      doneOf(
        api.DELETE("/api/desk/moderation/words/{word_id}", {
          params: { path: { word_id: wordId } },
        }),
      ),
    words.list.removeFailed,
  );
}
