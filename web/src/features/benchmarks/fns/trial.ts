import type { Preview, Spec } from "../api/bench";
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

/** A weighted mean may miss the value that it stands for by a rounding error. */
const NEAR = 1e-9;

/** As a run would count it: what has no form to be right or wrong is neither; scores without weight decide nothing. */
export function outcomeOf(
  { value, marks }: Pick<Preview, "value" | "marks">,
  { scores, pass_at }: Pick<Spec, "scores" | "pass_at">,
): "right" | "wrong" | "unparsed" {
  if (value !== null && value >= pass_at - NEAR) return "right";
  const idle = new Set(scores.filter(({ weight }) => weight === 0).map(({ name }) => name));
  return marks.some((mark) => mark.value === null && !idle.has(mark.name)) ? "unparsed" : "wrong";
}
