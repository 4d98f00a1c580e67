import type { Scorer, Step } from "../api/bench";

interface ReadStep {
  name: string;
  options: Record<string, unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `after: "####"` is short for the first option. */
function mainOption(kind: Scorer | undefined): string {
  const schema = kind?.options as { properties?: object; required?: string[] } | undefined;
  return schema?.required?.[0] ?? Object.keys(schema?.properties ?? {})[0] ?? "value";
}

/** Parses a step of a pipeline in any of its three notations. */
export function readStep(step: Step, kinds: readonly Scorer[]): ReadStep {
  if (typeof step === "string") return { name: step, options: {} };
  const [name = "", options] = Object.entries(step)[0] ?? [];
  if (isObject(options)) return { name, options };
  if (options === null || options === undefined) return { name, options: {} };
  return { name, options: { [mainOption(kinds.find((kind) => kind.name === name))]: options } };
}

/** Writes a step in its shortest notation. */
export function writeStep({ name, options }: ReadStep): Step {
  return Object.keys(options).length === 0 ? name : { [name]: options };
}

/** A step in a few words. */
export function stepWords(step: Step, kinds: readonly Scorer[]): string {
  const { name, options } = readStep(step, kinds);
  const title = kinds.find((kind) => kind.name === name)?.title ?? name;
  const said = Object.values(options)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map((value) => (typeof value === "string" ? `“${value}”` : String(value)));
  return [title, ...said].join(" ");
}
