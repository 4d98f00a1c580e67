import type { Preview, Spec } from "../api/bench";
import { isSlug } from "./spec";
import type { SuiteDraft } from "./suite-draft";

/** A suite without a valid name can be tried too. */
const named = (spec: Spec): Spec => (isSlug(spec.name) ? spec : { ...spec, name: "draft" });

/** The request for a trial, if there is something to try. */
export function trialOf(
  { spec, datasetId }: SuiteDraft,
  prompt: string | undefined,
  position: number,
  answer?: string,
) {
  const complete =
    Object.values(spec.prompts).every((text) => text.trim() !== "") &&
    spec.follow_ups.every((text) => text.trim() !== "") &&
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

/** Tolerance for the rounding error of a weighted mean. */
const NEAR = 1e-9;

/** The outcome as in a run: unreadable answers are neither right nor wrong, and scores without weight do not count. */
export function outcomeOf(
  { value, marks }: Pick<Preview, "value" | "marks">,
  { scores, pass_at }: Pick<Spec, "scores" | "pass_at">,
): "right" | "wrong" | "unparsed" {
  if (value !== null && value >= pass_at - NEAR) return "right";
  const idle = new Set(scores.filter(({ weight }) => weight === 0).map(({ name }) => name));
  return marks.some((mark) => mark.value === null && !idle.has(mark.name)) ? "unparsed" : "wrong";
}
