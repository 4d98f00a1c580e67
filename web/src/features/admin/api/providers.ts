import { api } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";
import { providerStrings as words } from "../fns/provider-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse, PostResponse } from "./response-types";

export type Providers = GetResponse<"/api/admin/providers">;
export type Provider = Providers["providers"][number];
export type ProviderInput = Body<"/api/admin/providers", "post">;
export type ProviderChange = Body<"/api/admin/providers/{provider_id}", "patch">;
export type Verdict = PostResponse<"/api/admin/connection-tests", 200>;

const pathOf = (providerId: string) => ({ params: { path: { provider_id: providerId } } });

export function useAddProvider() {
  return useChange(
    (body: ProviderInput) => api.POST("/api/admin/providers", { body }),
    words.addFailed,
  );
}

export function useEditProvider() {
  return useChange(
    ({ providerId, change }: { providerId: string; change: ProviderChange }) =>
      api.PATCH("/api/admin/providers/{provider_id}", { ...pathOf(providerId), body: change }),
    words.editFailed,
  );
}

export function useRemoveProvider() {
  return useChange(
    (providerId: string) => api.DELETE("/api/admin/providers/{provider_id}", pathOf(providerId)),
    words.removeFailed,
  );
}

export function useSetKey() {
  return useChange(
    ({ providerId, key }: { providerId: string; key: string }) =>
      api.PUT("/api/admin/providers/{provider_id}/key", { ...pathOf(providerId), body: { key } }),
    words.key.failed,
  );
}

export function useRemoveKey() {
  return useChange(
    (providerId: string) =>
      api.DELETE("/api/admin/providers/{provider_id}/key", pathOf(providerId)),
    words.key.removeFailed,
  );
}

type Trial = Body<"/api/admin/connection-tests", "post">;

/** Tests an address: a stored provider with unsaved changes, or a new one. */
export function useTestConnection() {
  return useCall(
    ({ providerId, trial }: { providerId?: string; trial: Partial<Trial> }) =>
      providerId
        ? api.POST("/api/admin/providers/{provider_id}/test", {
            ...pathOf(providerId),
            body: trial,
          })
        : api.POST("/api/admin/connection-tests", {
            body: { base_url: "", connector: "openai", ...trial },
          }),
    {},
  );
}
