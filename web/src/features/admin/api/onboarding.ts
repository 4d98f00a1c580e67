import { $api, api } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";
import { startStrings as words } from "../fns/start-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse, PostResponse } from "./response-types";

export type Onboarding = GetResponse<"/api/admin/onboarding">;
export type Preset = Onboarding["presets"][number];
export type Connected = PostResponse<"/api/admin/onboarding/connect", 200>;

/** The known providers, and how far the site is. */
export function useOnboarding(options: { enabled?: boolean } = {}) {
  return $api.useQuery("get", "/api/admin/onboarding", {}, options);
}

/** Checks a provider by a real call and stores it if one of its models answers. */
export function useConnect() {
  return useCall(
    (body: Body<"/api/admin/onboarding/connect", "post">) =>
      api.POST("/api/admin/onboarding/connect", { body }),
    { refetch: "/api/admin" },
  );
}

export function useEnableModels() {
  return useChange(
    (models: string[]) => api.POST("/api/admin/found-models/accept", { body: { models } }),
    words.pick.failed,
  );
}
