import type { Found, Sample, Spec, Suite } from "../api/bench";
import { emptySpec, freeName } from "./spec";

/** The unsaved content of the editor, stored in the browser until it is saved. */
export interface SuiteDraft {
  spec: Spec;
  datasetId: string | null;
  data: DataFacts | null;
  /** The text of the file if it was edited after the form; otherwise the text is made from the spec. */
  text: string | null;
  /** Number of the version that the edit started from; missing in a new suite. */
  base?: number;
  /** What the author says about this version. */
  note?: string;
}

export interface DataFacts {
  sampleCount: number;
  columns: readonly string[];
  format: string | null;
  skipped: readonly string[];
  first: readonly Sample[];
}

export const emptyDraft: SuiteDraft = { spec: emptySpec, datasetId: null, data: null, text: null };

export function draftOfSuite(suite: Suite): SuiteDraft {
  return {
    spec: suite.spec,
    datasetId: suite.dataset_id,
    data: {
      sampleCount: suite.sample_count,
      columns: suite.columns,
      format: null,
      skipped: [],
      first: [],
    },
    text: null,
    base: suite.number,
  };
}

/** The draft of a new suite with the content of another one. */
export function copyOfSuite(suite: Suite): SuiteDraft {
  const { base: _, ...draft } = draftOfSuite(suite);
  const name = freeName(`${suite.name.slice(0, 56)}-copy`, []);
  return { ...draft, spec: { ...draft.spec, name } };
}

/**
 * Adds an uploaded file to the draft. The first file also brings the suggested suite; later ones replace only the
 * samples, so that nothing written in the editor is lost.
 */
export function withData(draft: SuiteDraft, found: Found): SuiteDraft {
  const untouched = Object.values(draft.spec.prompts).every((text) => text.trim() === "");
  const { suggested } = found;
  const spec = untouched
    ? {
        ...suggested,
        name: draft.spec.name || suggested.name,
        title: draft.spec.title || suggested.title,
      }
    : { ...draft.spec, dataset: suggested.dataset };
  return {
    ...draft,
    spec,
    datasetId: found.dataset_id,
    data: {
      sampleCount: found.sample_count,
      columns: found.columns,
      format: found.format,
      skipped: found.skipped,
      first: found.first,
    },
    text: null,
  };
}

const isDraft = (value: unknown): value is SuiteDraft =>
  typeof value === "object" && value !== null && "spec" in value && "datasetId" in value;

/** Parses a stored draft; undefined if it cannot be read. */
export function readDraft(kept: string | null): SuiteDraft | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? "");
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
