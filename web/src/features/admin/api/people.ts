import { useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap, unwrapEmpty } from "@/lib/api-client";
import { present } from "@/lib/search-params";
import type { PeopleSearch } from "../fns/people-search";
import { peopleStrings } from "../fns/people-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse } from "./response-types";

export type Person = GetResponse<"/api/admin/people">["people"][number];
type Changes = Body<"/api/admin/people/{account_id}", "patch">;

const words = peopleStrings.failed;

export function usePeople({ q, role, state }: PeopleSearch) {
  return useInfiniteQuery({
    queryKey: ["admin", "people", { q, role, state }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/admin/people", {
          params: {
            query: present({
              q,
              kind: role,
              deactivated: state && state === "deactivated",
              cursor: pageParam,
            }),
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
}

export function useChangePerson() {
  return useChange(
    ({ accountId, changes }: { accountId: string; changes: Changes }) =>
      unwrap(
        api.PATCH("/api/admin/people/{account_id}", {
          params: { path: { account_id: accountId } },
          body: changes,
        }),
      ),
    words.change,
  );
}

export function useSignOut() {
  return useChange(
    (accountId: string) =>
      unwrapEmpty(
        api.DELETE("/api/admin/people/{account_id}/sign-ins", {
          params: { path: { account_id: accountId } },
        }),
      ),
    words.signOut,
  );
}

export function useCreateResetLink() {
  return useChange(
    (accountId: string) =>
      unwrap(
        api.POST("/api/admin/people/{account_id}/reset", {
          params: { path: { account_id: accountId } },
        }),
      ),
    words.reset,
  );
}
