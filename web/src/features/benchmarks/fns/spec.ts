import type { ScoreSpec, Spec } from "../api/bench";

const SLUG = /^[a-z0-9][a-z0-9._-]*$/;
const LONGEST_SLUG = 64;

export const isSlug = (text: string): boolean => text.length <= LONGEST_SLUG && SLUG.test(text);

/** Turns typed text into a valid name as far as possible while typing. */
export const toSlugWhileTyping = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .slice(0, LONGEST_SLUG);

/** A name that is not taken yet: `score`, `score-2`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted}-${number}`;
  return name;
}

export function newScore(name: string, scorer: string): ScoreSpec {
  return {
    name,
    scorer,
    extract: null,
    target: null,
    options: {},
    weight: 1,
    negate: false,
    threshold: null,
  };
}

export const emptySpec: Spec = {
  schema: 1,
  name: "",
  title: "",
  description: "",
  version: "1",
  tags: [],
  dataset: { samples: [], split: "test", revision: "main", fields: {} },
  system: null,
  prompts: { default: "" },
  follow_ups: [],
  few_shot: null,
  params: { stop: [] },
  extract: {},
  scores: [newScore("right", "exact")],
  pass_at: 1,
  epochs: 1,
  judges: [],
  limits: {},
};

/** Renames a key and keeps its position. */
export function renameKey<T>(
  record: Readonly<Record<string, T>>,
  from: string,
  to: string,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key === from ? to : key, value]),
  );
}

export function withoutKey<T>(
  record: Readonly<Record<string, T>>,
  gone: string,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== gone));
}
