import type { Spec } from "../api/bench";
import { toYaml } from "./yaml";

const hasContent = (value: unknown): boolean => {
  if (value === null || value === undefined || value === "") return false;
  if (typeof value !== "object") return true;
  return Object.keys(value).length > 0;
};

/** Removes empty values at all levels, except in samples and options. */
function withoutEmpty(value: unknown, key = ""): unknown {
  if (key === "samples" || key === "options" || typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) return value.map((one) => withoutEmpty(one));
  if ("split" in value && !("huggingface" in value && value.huggingface)) {
    return withoutEmpty(
      Object.fromEntries(
        Object.entries(value).filter(([name]) => name !== "split" && name !== "revision"),
      ),
    );
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, withoutEmpty(inner, name)] as const)
      .filter(([, inner]) => hasContent(inner)),
  );
}

const DEFAULTS: Record<string, unknown> = { weight: 1, negate: false };

/** A suite as YAML, without default values. */
export function suiteText(spec: Spec): string {
  const { pass_at, epochs, scores, ...rest } = withoutEmpty(spec) as Spec;
  return toYaml({
    ...rest,
    scores: scores.map((score) =>
      Object.fromEntries(
        Object.entries(score).filter(
          ([name, value]) => DEFAULTS[name] !== value || !(name in DEFAULTS),
        ),
      ),
    ),
    ...(pass_at === 1 ? {} : { pass_at }),
    ...(epochs === 1 ? {} : { epochs }),
  });
}
