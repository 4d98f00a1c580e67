import type { Found, Sample, Spec, Suite } from "../api/bench";
import { emptySpec, freeName } from "./spec";

/** What stands in the editor, kept on this machine until it is saved. */
export interface SuiteDraft {
  spec: Spec;
  datasetId: string | null;
  data: DataFacts | null;
  /** The text of the file, while it was changed last; the form's text is made from the spec. */
  text: string | null;
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
  };
}

/** A suite of one's own to begin with somebody else's. */
export function copyOfSuite(suite: Suite): SuiteDraft {
  const draft = draftOfSuite(suite);
  const name = freeName(`${suite.name.slice(0, 56)}-copy`, []);
  return { ...draft, spec: { ...draft.spec, name } };
}

/**
 * A file was read. The first one brings a whole suite that fits; a later one only brings its samples, so that nothing
 * that was written is lost.
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

/** What was kept, if it still can be read. */
export function readDraft(kept: string | null): SuiteDraft | undefined {
  try {
    const value: unknown = JSON.parse(kept ?? "");
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
