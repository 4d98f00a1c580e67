import type { components } from "@/api/schema";
import { $api } from "@/lib/api-client";

export type Me = components["schemas"]["MeOut"];

/** The current user: a visitor or a signed-in person. */
export const meQuery = $api.queryOptions("get", "/api/me");

export const isVisitor = (me: Pick<Me, "kind">): boolean => me.kind === "visitor";

export const hasAdmin = (me: Pick<Me, "kind"> | undefined): boolean =>
  me?.kind === "moderator" || me?.kind === "admin";
