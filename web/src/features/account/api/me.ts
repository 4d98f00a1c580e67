import { queryOptions, useQuery } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { api, unwrap } from "@/lib/api-client";

export type Me = components["schemas"]["MeOut"];

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/me", { signal })),
});

/** The current user: a visitor or a signed-in person. */
export function useMe() {
  return useQuery(meQuery);
}

export const isVisitor = (me: Pick<Me, "kind">): boolean => me.kind === "visitor";

export const hasAdmin = (me: Pick<Me, "kind"> | undefined): boolean =>
  me?.kind === "moderator" || me?.kind === "admin";
