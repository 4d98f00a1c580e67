import type { Spec } from "../api/bench";
import { isSlug } from "./spec";
import type { SuiteDraft } from "./suite-draft";

/** A suite without a name yet can be tried all the same. */
const named = (spec: Spec): Spec => (isSlug(spec.name) ? spec : { ...spec, name: "draft" });

/** What the server is asked to try, once there is something to try. */
export function trialOf(
  { spec, datasetId }: SuiteDraft,
  prompt: string | undefined,
  position: number,
  answer?: string,
) {
  const complete =
    Object.values(spec.prompts).every((text) => text.trim() !== "") &&
    spec.scores.every((score) => isSlug(score.name)) &&
    spec.few_shot?.answer.trim() !== "";
  if (!datasetId || !complete) return undefined;
  return {
    spec: named(spec),
    datasetId,
    position,
    prompt,
    ...(answer === undefined ? {} : { answer }),
  };
}
