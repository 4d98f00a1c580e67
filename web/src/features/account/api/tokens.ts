import type { QueryClient } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { api, unwrap } from "@/lib/api-client";
import { under } from "@/lib/query-client";
import { useCall } from "@/lib/use-call";

type Schemas = components["schemas"];
export type Token = Schemas["TokenOut"];
export type NewToken = Schemas["NewTokenOut"];
export type Scope = Schemas["Scope"];

export async function createToken(
  cache: QueryClient,
  wanted: Schemas["TokenIn"],
): Promise<NewToken> {
  const token = await unwrap(api.POST("/api/me/tokens", { body: wanted }));
  await cache.invalidateQueries(under("/api/me/tokens"));
  return token;
}

export function useRevokeToken() {
  return useCall(
    (id: string) => api.DELETE("/api/me/tokens/{token_id}", { params: { path: { token_id: id } } }),
    { refetch: "/api/me/tokens" },
  );
}
