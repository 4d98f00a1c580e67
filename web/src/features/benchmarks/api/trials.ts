import { keepPreviousData } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { $api } from "@/lib/api-client";
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

const options = { placeholderData: keepPreviousData, retry: false, gcTime: 60_000 };

const bodyOf = ({ spec, datasetId, position, prompt, answer }: Trial) => ({
  spec,
  dataset_id: datasetId,
  position,
  prompt: prompt ?? null,
  answer: answer?.trim() ? answer : null,
});

/** Renders the prompt of a sample and scores an answer; follows the form. */
export function usePreview(trial: Trial | undefined) {
  const settled = useDebounced(trial);
  return $api.useQuery(
    "post",
    "/api/bench/preview",
    { body: (settled && bodyOf(settled)) as components["schemas"]["PreviewIn"] },
    { ...options, enabled: settled !== undefined },
  );
}

/** The problems of a suite's file, by line. */
export function useCheck(file: string, datasetId: string | null) {
  const settled = useDebounced(file);
  const query = $api.useQuery(
    "post",
    "/api/bench/check",
    { body: { file: settled, dataset_id: datasetId } },
    { ...options, enabled: settled.trim() !== "" },
  );
  return { ...query, isCurrent: settled === file && !query.isPlaceholderData };
}
