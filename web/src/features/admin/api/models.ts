import { useQueries } from "@tanstack/react-query";
import type { Outcome } from "@/lib/api-client";
import { $api, api } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";
import { modelStrings as words } from "../fns/model-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse, PostResponse } from "./response-types";

export type AdminModel = GetResponse<"/api/admin/models">["models"][number];
export type ModelInput = Body<"/api/admin/models", "post">;
export type ModelChange = Body<"/api/admin/models/{model_id}", "patch">;
export type FoundModel = GetResponse<"/api/admin/found-models">["models"][number];
export type Imported = Required<PostResponse<"/api/admin/catalog-file", 200>>;

const pathOf = (modelId: string) => ({ params: { path: { model_id: modelId } } });

export function useAddModel() {
  return useChange(
    (body: ModelInput) => api.POST("/api/admin/models", { body }),
    words.form.addFailed,
  );
}

export function useEditModel() {
  return useChange(
    ({ modelId, change }: { modelId: string; change: ModelChange }) =>
      api.PATCH("/api/admin/models/{model_id}", { ...pathOf(modelId), body: change }),
    words.form.editFailed,
  );
}

export function usePauseModel() {
  return useChange(
    (modelId: string) =>
      api.POST("/api/admin/models/{model_id}/pause", { ...pathOf(modelId), body: {} }),
    words.pauseFailed,
  );
}

export function useResumeModel() {
  return useChange(
    (modelId: string) => api.POST("/api/admin/models/{model_id}/resume", pathOf(modelId)),
    words.resumeFailed,
  );
}

export function useRetireModel() {
  return useChange(
    ({ modelId, note }: { modelId: string; note: string }) =>
      api.POST("/api/admin/models/{model_id}/retire", {
        ...pathOf(modelId),
        body: note ? { note } : {},
      }),
    words.retire.failed,
  );
}

export function useReleaseModel() {
  return useChange(
    (modelId: string) => api.POST("/api/admin/models/{model_id}/release", pathOf(modelId)),
    words.release.failed,
  );
}

export function useSetWeight() {
  return useChange(
    ({ modelId, weight }: { modelId: string; weight: number }) =>
      api.PUT("/api/admin/models/{model_id}/weight", { ...pathOf(modelId), body: { weight } }),
    words.weight.failed,
  );
}

export function useEnableModel() {
  return useChange(
    (modelId: string) => api.POST("/api/admin/found-models/{model_id}/accept", pathOf(modelId)),
    words.found.acceptFailed,
  );
}

export function useIgnoreModel() {
  return useChange(
    (modelId: string) => api.POST("/api/admin/found-models/{model_id}/ignore", pathOf(modelId)),
    words.found.ignoreFailed,
  );
}

export function useDiscoverModels() {
  return useChange((_: undefined) => api.POST("/api/admin/discovery"), words.found.lookFailed);
}

/** The server fills in every list, including empty ones. */
const sendCatalog = (content: string, dryRun: boolean) =>
  api.POST("/api/admin/catalog-file", { body: { content, dry_run: dryRun } }) as Promise<
    Outcome<Imported>
  >;

/** Every check is a call that costs money, so it runs only on request. */
export function useTestModel(modelId: string) {
  return $api.useQuery("post", "/api/admin/models/{model_id}/test", pathOf(modelId), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Tests several models at the same time. */
export function useTestModels(modelIds: readonly string[]) {
  return useQueries({
    queries: modelIds.map((modelId) =>
      $api.queryOptions("post", "/api/admin/models/{model_id}/test", pathOf(modelId), {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
        retry: false,
      }),
    ),
  });
}

/** Shows what a file would change, without changing anything. */
export function usePreviewImport() {
  return useCall((content: string) => sendCatalog(content, true), {});
}

export function useImportCatalog() {
  return useChange((content: string) => sendCatalog(content, false), words.import.failed);
}
