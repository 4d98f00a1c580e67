import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "@/lib/api-client";
import { useDebounced } from "../hooks/use-debounced";
import type { Spec } from "./bench";

interface Trial {
  spec: Spec;
  datasetId: string;
  position: number;
  prompt: string | undefined;
  /** Extraction and scores are tried on it. */
  answer?: string;
}

/** How a sample would be asked, and what an answer to it would be worth; follows what is typed. */
export function usePreview(trial: Trial | undefined) {
  const settled = useDebounced(trial);
  return useQuery({
    queryKey: ["bench-preview", settled],
    queryFn: ({ signal }) => {
      if (!settled) throw new Error("Nothing to preview.");
      const { spec, datasetId, position, prompt, answer } = settled;
      return answerOf(
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

/** What is wrong with a suite's file, line by line. */
export function useCheck(file: string, datasetId: string | null) {
  const settled = useDebounced(file);
  const query = useQuery({
    queryKey: ["bench-check", settled, datasetId],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/api/bench/check", { body: { file: settled, dataset_id: datasetId }, signal }),
      ),
    enabled: settled.trim() !== "",
    placeholderData: (before) => before,
    retry: false,
    gcTime: 60_000,
  });
  return { ...query, isCurrent: settled === file && !query.isPlaceholderData };
}
