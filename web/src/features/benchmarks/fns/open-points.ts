import type { Spec } from "../api/bench";
import type { EditorStep } from "./editor-search";
import { editorStrings } from "./editor-strings";
import { isSlug } from "./spec";
import type { SuiteDraft } from "./suite-draft";

const words = editorStrings.save;

interface OpenPoint {
  step: EditorStep;
  sentence: string;
}

function inPrompts(spec: Spec): string[] {
  const empty = Object.entries(spec.prompts).filter(([, text]) => text.trim() === "");
  const unanswered = spec.few_shot && spec.few_shot.answer.trim() === "";
  return [
    ...empty.map(([name]) => words.emptyPrompt(name)),
    ...(unanswered ? [words.badFewShot] : []),
  ];
}

function inScores({ scores, extract }: Spec): string[] {
  const names = scores.map((score) => score.name);
  return [
    ...names
      .filter((name, place) => names.indexOf(name) !== place)
      .map((name) => words.duplicate(name)),
    ...names.filter((name) => !isSlug(name)).map(() => editorStrings.scoring.badName),
    ...scores.flatMap((score) =>
      score.extract && !(score.extract in extract)
        ? [words.noExtract(score.name, score.extract)]
        : [],
    ),
    ...(scores.some((score) => score.weight > 0) ? [] : [words.noWeight]),
  ];
}

function inName(spec: Spec): string[] {
  if (spec.name === "") return [words.emptyTitle];
  return isSlug(spec.name) ? [] : [words.badName];
}

/** What is missing before a suite can be saved, and in which step. */
export function openPoints({ spec, datasetId }: SuiteDraft): OpenPoint[] {
  const at = (step: EditorStep) => (sentence: string) => ({ step, sentence });
  return [
    ...(datasetId ? [] : [at("data")(words.noData)]),
    ...inPrompts(spec).map(at("prompt")),
    ...inScores(spec).map(at("scoring")),
    ...inName(spec).map(at("save")),
  ];
}
