import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { api, unwrap, unwrapEmpty } from "@/lib/api-client";

export type OwnKey = components["schemas"]["OwnKeyOut"];

const key = ["me", "keys"];

export function useOwnKeys() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(api.GET("/api/me/keys", { signal })),
  });
}

export async function storeKey(
  cache: QueryClient,
  { providerId, secret }: { providerId: string; secret: string },
): Promise<void> {
  await unwrapEmpty(
    api.PUT("/api/me/keys/{provider_id}", {
      params: { path: { provider_id: providerId } },
      body: { key: secret },
    }),
  );
  await cache.invalidateQueries({ queryKey: key });
}

export function useRemoveKey() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (providerId: string) =>
      unwrapEmpty(
        api.DELETE("/api/me/keys/{provider_id}", { params: { path: { provider_id: providerId } } }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}
