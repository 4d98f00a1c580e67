import type { Spec } from "../api/bench";
import { toYaml } from "./yaml";

const isSaid = (value: unknown): boolean => {
  if (value === null || value === undefined || value === "") return false;
  if (typeof value !== "object") return true;
  return Object.keys(value).length > 0;
};

/** Removes empty values at all levels, except in samples and options. */
function said(value: unknown, key = ""): unknown {
  if (key === "samples" || key === "options" || typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) return value.map((one) => said(one));
  if ("split" in value && !("huggingface" in value && value.huggingface)) {
    return said(Object.fromEntries(Object.entries(value).filter(([name]) => name !== "split")));
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, said(inner, name)] as const)
      .filter(([, inner]) => isSaid(inner)),
  );
}

const USUAL: Record<string, unknown> = { weight: 1, negate: false };

/** A suite as YAML, without default values. */
export function suiteText(spec: Spec): string {
  const { pass_at, epochs, scores, ...rest } = said(spec) as Spec;
  return toYaml({
    ...rest,
    scores: scores.map((score) =>
      Object.fromEntries(
        Object.entries(score).filter(([name, value]) => USUAL[name] !== value || !(name in USUAL)),
      ),
    ),
    ...(pass_at === 1 ? {} : { pass_at }),
    ...(epochs === 1 ? {} : { epochs }),
  });
}
