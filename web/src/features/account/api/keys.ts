import type { QueryClient } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { api } from "@/lib/api-client";
import { under } from "@/lib/query-client";
import { useCall } from "@/lib/use-call";

export type OwnKey = components["schemas"]["OwnKeyOut"];

const pathOf = (providerId: string) => ({ params: { path: { provider_id: providerId } } });

export async function storeKey(
  cache: QueryClient,
  { providerId, secret }: { providerId: string; secret: string },
): Promise<void> {
  await api.PUT("/api/me/keys/{provider_id}", { ...pathOf(providerId), body: { key: secret } });
  await cache.invalidateQueries(under("/api/me/keys"));
}

export function useRemoveKey() {
  return useCall(
    (providerId: string) => api.DELETE("/api/me/keys/{provider_id}", pathOf(providerId)),
    { refetch: "/api/me/keys" },
  );
}
