interface JudgeVerdict {
  judge: string;
  /** The grade as text, if there is one. */
  grade: string;
  reasoning: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.filter((one) => typeof one === "string").join("\n\n———\n\n")
    : typeof value === "string"
      ? value
      : "";

const gradeOf = (verdict: Record<string, unknown>): string => {
  const grade = verdict.score ?? verdict.value;
  return typeof grade === "number" ? String(Number(grade.toFixed(2))) : "";
};

/** The verdicts of judges about an answer, as graded scorers store them. */
export function verdictsOf(details: Record<string, unknown>): JudgeVerdict[] {
  if (!Array.isArray(details.verdicts)) return [];
  return details.verdicts.filter(isObject).map((verdict) => ({
    judge: String(verdict.judge ?? ""),
    grade: gradeOf(verdict),
    reasoning: textOf(verdict.reasoning),
  }));
}
