import { keepPreviousData } from "@tanstack/react-query";
import { $api, api } from "@/lib/api-client";
import { byCursor } from "@/lib/query-client";
import { present } from "@/lib/search-params";
import type { PeopleSearch } from "../fns/people-search";
import { peopleStrings } from "../fns/people-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse } from "./response-types";

export type Person = GetResponse<"/api/admin/people">["people"][number];
type Changes = Body<"/api/admin/people/{account_id}", "patch">;

const words = peopleStrings.failed;

export function useChangePerson() {
  return useChange(
    ({ accountId, changes }: { accountId: string; changes: Changes }) =>
      api.PATCH("/api/admin/people/{account_id}", {
        params: { path: { account_id: accountId } },
        body: changes,
      }),
    words.change,
  );
}

export function useSignOut() {
  return useChange(
    (accountId: string) =>
      api.DELETE("/api/admin/people/{account_id}/sign-ins", {
        params: { path: { account_id: accountId } },
      }),
    words.signOut,
  );
}

export function useCreateResetLink() {
  return useChange(
    (accountId: string) =>
      api.POST("/api/admin/people/{account_id}/reset", {
        params: { path: { account_id: accountId } },
      }),
    words.reset,
  );
}

export function usePeople({ q, role, state }: PeopleSearch) {
  const query = present({ q, kind: role, deactivated: state && state === "deactivated" });
  return $api.useInfiniteQuery(
    "get",
    "/api/admin/people",
    { params: { query } },
    { ...byCursor, placeholderData: keepPreviousData },
  );
}
