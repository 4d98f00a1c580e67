import { useMutation, useQuery } from "@tanstack/react-query";
import { answerOf, api, doneOf } from "@/lib/api-client";
import { modelStrings as words } from "../fns/model-strings";
import { useChange } from "../hooks/use-change";
import type { Answer, Body, Made } from "./answers";

export type DeskModel = Answer<"/api/desk/models">["models"][number];
export type ModelWish = Body<"/api/desk/models", "post">;
export type ModelChange = Body<"/api/desk/models/{model_id}", "patch">;
export type FoundModel = Answer<"/api/desk/found-models">["models"][number];
export type Imported = Required<Made<"/api/desk/catalog-file", 200>>;

export function useDeskModels() {
  return useQuery({
    queryKey: ["desk", "models"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/desk/models", { signal })),
  });
}

const pathOf = (modelId: string) => ({ params: { path: { model_id: modelId } } });

export function useAddModel() {
  return useChange(
    (body: ModelWish) => answerOf(api.POST("/api/desk/models", { body })),
    words.form.addFailed,
  );
}

export function useEditModel() {
  return useChange(
    ({ modelId, change }: { modelId: string; change: ModelChange }) =>
      answerOf(api.PATCH("/api/desk/models/{model_id}", { ...pathOf(modelId), body: change })),
    words.form.editFailed,
  );
}

export function usePauseModel() {
  return useChange(
    (modelId: string) =>
      answerOf(api.POST("/api/desk/models/{model_id}/pause", { ...pathOf(modelId), body: {} })),
    words.pauseFailed,
  );
}

export function useResumeModel() {
  return useChange(
    (modelId: string) => answerOf(api.POST("/api/desk/models/{model_id}/resume", pathOf(modelId))),
    words.resumeFailed,
  );
}

export function useRetireModel() {
  return useChange(
    ({ modelId, note }: { modelId: string; note: string }) =>
      answerOf(
        api.POST("/api/desk/models/{model_id}/retire", {
          ...pathOf(modelId),
          body: note ? { note } : {},
        }),
      ),
    words.retire.failed,
  );
}

export function useReleaseModel() {
  return useChange(
    (modelId: string) => answerOf(api.POST("/api/desk/models/{model_id}/release", pathOf(modelId))),
    words.release.failed,
  );
}

export function useSetWeight() {
  return useChange(
    ({ modelId, weight }: { modelId: string; weight: number }) =>
      answerOf(
        api.PUT("/api/desk/models/{model_id}/weight", { ...pathOf(modelId), body: { weight } }),
      ),
    words.weight.failed,
  );
}

export function useTestModel(modelId: string) {
  return useQuery({
    queryKey: ["desk-test", modelId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/api/desk/models/{model_id}/test", { ...pathOf(modelId), signal })),
    // Each look is a call that costs something, so only a person asks for one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

export function useFoundModels() {
  return useQuery({
    queryKey: ["desk", "found"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/desk/found-models", { signal })),
  });
}

export function useAcceptFound() {
  return useChange(
    (modelId: string) =>
      answerOf(api.POST("/api/desk/found-models/{model_id}/accept", pathOf(modelId))),
    words.found.acceptFailed,
  );
}

export function useIgnoreFound() {
  return useChange(
    (modelId: string) =>
      doneOf(api.POST("/api/desk/found-models/{model_id}/ignore", pathOf(modelId))),
    words.found.ignoreFailed,
  );
}

export function useLookAround() {
  return useChange(
    (_: undefined) => answerOf(api.POST("/api/desk/discovery")),
    words.found.lookFailed,
  );
}

/** The server fills in every list, also the empty ones. */
const sendCatalog = (content: string, dryRun: boolean) =>
  answerOf(
    api.POST("/api/desk/catalog-file", { body: { content, dry_run: dryRun } }),
  ) as Promise<Imported>;

/** Says what a file would change, without changing anything. */
export function usePreviewImport() {
  return useMutation({
    networkMode: "always",
    mutationFn: (content: string) => sendCatalog(content, true),
  });
}

export function useImportCatalog() {
  return useChange((content: string) => sendCatalog(content, false), words.import.failed);
}
