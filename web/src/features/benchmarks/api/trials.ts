import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import { useDebounced } from "../hooks/use-debounced";
import type { Spec } from "./bench";

interface Trial {
  spec: Spec;
  datasetId: string;
  position: number;
  prompt: string | undefined;
  /** An answer to try extraction and scores on. */
  answer?: string;
}

/** Renders the prompt of a sample and scores an answer; follows the form. */
export function usePreview(trial: Trial | undefined) {
  const settled = useDebounced(trial);
  return useQuery({
    queryKey: ["bench-preview", settled],
    queryFn: ({ signal }) => {
      if (!settled) throw new Error("Nothing to preview.");
      const { spec, datasetId, position, prompt, answer } = settled;
      return unwrap(
        api.POST("/api/bench/preview", {
          body: {
            spec,
            dataset_id: datasetId,
            position,
            prompt: prompt ?? null,
            answer: answer?.trim() ? answer : null,
          },
          signal,
        }),
      );
    },
    enabled: settled !== undefined,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 60_000,
  });
}

/** The problems of a suite's file, by line. */
export function useCheck(file: string, datasetId: string | null) {
  const settled = useDebounced(file);
  const query = useQuery({
    queryKey: ["bench-check", settled, datasetId],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/bench/check", { body: { file: settled, dataset_id: datasetId }, signal }),
      ),
    enabled: settled.trim() !== "",
    placeholderData: (before) => before,
    retry: false,
    gcTime: 60_000,
  });
  return { ...query, isCurrent: settled === file && !query.isPlaceholderData };
}
