import type { AdminModel, ModelChange, ModelInput } from "../api/models";

export const ABILITIES = ["vision", "tools", "reasoning"] as const;
export type Ability = (typeof ABILITIES)[number];

/** The fields of the form; numbers as they were typed. */
export interface ModelDraft {
  model_id: string;
  provider_id: string;
  model: string;
  name: string;
  organization: string;
  license: string;
  description: string;
  abilities: Ability[];
  context_length: string;
  input: string;
  output: string;
  temperature: string;
  max_tokens: string;
  system_prompt: string;
  weight: string;
  paused: boolean;
}

export const EMPTY_DRAFT: ModelDraft = {
  model_id: "",
  provider_id: "",
  model: "",
  name: "",
  organization: "",
  license: "",
  description: "",
  abilities: [],
  context_length: "",
  input: "",
  output: "",
  temperature: "",
  max_tokens: "",
  system_prompt: "",
  weight: "1",
  paused: false,
};

const written = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value);

export function draftOf(model: AdminModel): ModelDraft {
  const priced = model.price_source === "file" ? model.price : null;
  return {
    model_id: model.model_id,
    provider_id: model.provider_id ?? "",
    model: model.model,
    name: model.model_name,
    organization: written(model.organization),
    license: written(model.license),
    description: written(model.description),
    abilities: ABILITIES.filter((ability) => model.abilities[ability]),
    context_length: written(model.context_length),
    input: written(priced?.input_per_million),
    output: written(priced?.output_per_million),
    temperature: written(model.params.temperature),
    max_tokens: written(model.params.max_tokens),
    system_prompt: written(model.system_prompt),
    weight: written(model.weight),
    paused: model.status === "paused",
  };
}

const text = (value: string): string | null => value.trim() || null;
const number = (value: string): number | null => (value.trim() === "" ? null : Number(value));

/** An id that is valid in a URL, from the name at the provider. */
export const suggestId = (model: string): string =>
  model
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 80);

/** A price needs both input and output, so the form requires both or none. */
function pricesOf({ input, output }: ModelDraft) {
  const [first, second] = [number(input), number(output)];
  return first === null || second === null ? null : { input: first, output: second };
}

function factsOf(draft: ModelDraft) {
  return {
    organization: text(draft.organization),
    license: text(draft.license),
    description: text(draft.description),
    abilities: draft.abilities,
    context_length: number(draft.context_length),
    prices: pricesOf(draft),
    system_prompt: text(draft.system_prompt),
    weight: number(draft.weight) ?? 1,
  };
}

export function modelRequest(draft: ModelDraft): ModelInput {
  return {
    ...factsOf(draft),
    model_id: draft.model_id.trim(),
    provider_id: draft.provider_id,
    model: text(draft.model),
    name: text(draft.name),
    params: { temperature: number(draft.temperature), max_tokens: number(draft.max_tokens) },
    paused: draft.paused,
  };
}

type Facts = ReturnType<typeof factsOf>;

/** The API name of each property and the form fields that it comes from. */
const SOURCES: readonly [keyof Facts, readonly (keyof ModelDraft)[]][] = [
  ["organization", ["organization"]],
  ["license", ["license"]],
  ["description", ["description"]],
  ["system_prompt", ["system_prompt"]],
  ["abilities", ["abilities"]],
  ["context_length", ["context_length"]],
  ["weight", ["weight"]],
  ["prices", ["input", "output"]],
];

/**
 * Only the properties that differ from the model as it was when the form was opened. The others keep following the
 * file, discovery and other people's changes.
 */
export function changeOf(opened: AdminModel, draft: ModelDraft, now = opened): ModelChange {
  const before = draftOf(opened);
  const changed = (...names: readonly (keyof ModelDraft)[]) =>
    names.some((name) => String(before[name]) !== String(draft[name]));
  const facts = factsOf(draft);
  const params = {
    ...now.params,
    temperature: number(draft.temperature),
    max_tokens: number(draft.max_tokens),
  };
  return {
    ...Object.fromEntries(
      SOURCES.filter(([, fields]) => changed(...fields)).map(([name]) => [name, facts[name]]),
    ),
    ...(changed("model") && { model: text(draft.model) }),
    ...(changed("name") && { name: text(draft.name) }),
    ...(changed("temperature", "max_tokens") && { params }),
  };
}
