import { mergeTexts } from "@/lib/merge-texts";
import { Problem } from "@/lib/problem";
import type { EditConflict, Suite } from "../api/bench";
import { conflictStrings as words } from "./conflict-strings";
import type { SuiteDraft } from "./suite-draft";

const isConflict = (value: unknown): value is EditConflict =>
  typeof value === "object" && value !== null && "theirs" in value && "newest" in value;

/** Both edits, if the server refused to save because somebody else saved a newer version. */
export function editConflictOf(error: unknown): EditConflict | undefined {
  if (!(error instanceof Problem) || error.status !== 409) return undefined;
  const { conflict } = error.extra;
  return isConflict(conflict) ? conflict : undefined;
}

/** The server writes the dataset last: first the column names, then the source of the samples. */
const SOURCE =
  /^dataset:\n((?: {2}fields:.*\n(?: {4}.*\n)*)?) {2}(?:samples|path|format):[\s\S]*$/m;

/** A suite's file without its samples, which are sent as a dataset. */
export const withoutSamples = (text: string): string =>
  text.replace(SOURCE, (_, fields: string) => (fields ? `dataset:\n${fields}` : ""));

/** Large datasets are not part of the text; a comment names them. */
const DATASET_COMMENT = /^# .*\bdataset_id ([0-9a-f-]{36})\b/m;

export const datasetOf = ({ datasetId, text }: SuiteDraft): string | null =>
  datasetId ?? text?.match(DATASET_COMMENT)?.[1] ?? null;

/** Both edits as one draft, to be checked and saved on top of the newest version. */
export function mergedDraft(mine: SuiteDraft, theirs: Suite, conflict: EditConflict): SuiteDraft {
  const labels = {
    theirs: words.theirLabel(String(conflict.newest)),
    yours: words.yourLabel,
  };
  const hasSameSamples = mine.datasetId === theirs.dataset_id;
  const edit = (text: string) => (hasSameSamples ? withoutSamples(text) : text);
  const text =
    conflict.merged === null
      ? mergeTexts(
          {
            base: edit(conflict.base),
            theirs: edit(conflict.theirs),
            yours: edit(conflict.yours),
          },
          labels,
        )
      : edit(conflict.merged);
  return {
    ...mine,
    text,
    // The text contains the samples, unless both edits have the same ones.
    datasetId: hasSameSamples ? mine.datasetId : null,
    base: conflict.newest,
  };
}
