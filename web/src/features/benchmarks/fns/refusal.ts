import { Problem } from "@/lib/problem";
import type { ProblemLine } from "../api/bench";

const isLine = (value: unknown): value is ProblemLine =>
  typeof value === "object" && value !== null && "sentence" in value && "field" in value;

/** All problems that the server found in a suite. */
export function refusals(error: unknown): ProblemLine[] {
  if (!(error instanceof Problem)) return [];
  const { problems } = error.extra;
  if (Array.isArray(problems)) return problems.filter(isLine);
  return error.fieldErrors.map(({ field, message }) => ({ line: null, field, sentence: message }));
}
