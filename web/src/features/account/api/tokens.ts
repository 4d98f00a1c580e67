import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { api, unwrap, unwrapEmpty } from "@/lib/api-client";

type Schemas = components["schemas"];
export type Token = Schemas["TokenOut"];
export type NewToken = Schemas["NewTokenOut"];
export type Scope = Schemas["Scope"];

const key = ["me", "tokens"];

export function useTokens() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(api.GET("/api/me/tokens", { signal })),
  });
}

export async function createToken(
  cache: QueryClient,
  wanted: Schemas["TokenIn"],
): Promise<NewToken> {
  const token = await unwrap(api.POST("/api/me/tokens", { body: wanted }));
  await cache.invalidateQueries({ queryKey: key });
  return token;
}

export function useRevokeToken() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (id: string) =>
      unwrapEmpty(api.DELETE("/api/me/tokens/{token_id}", { params: { path: { token_id: id } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}
