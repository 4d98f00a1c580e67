import type { RunRow } from "../api/bench";
import type { Entry } from "../api/results";

/** One model with one prompt in one run, as written in an address. */
export const entryOf = (runId: string, modelId: string, prompt: string): string =>
  `${runId}:${modelId}#${prompt}`;

interface EntryParts {
  runId: string;
  modelId: string;
  prompt: string;
}

/** Prompt names contain no hash, but model ids may. */
export function partsOf(entry: string): EntryParts {
  const colon = entry.indexOf(":");
  const rest = entry.slice(colon + 1);
  const hash = rest.lastIndexOf("#");
  return {
    runId: entry.slice(0, colon),
    modelId: hash < 0 ? rest : rest.slice(0, hash),
    prompt: hash < 0 ? "" : rest.slice(hash + 1),
  };
}

interface EntryChoice {
  entry: string;
  modelId: string;
  prompt: string;
}

/** All entries of a run that can be compared. */
export const choicesOf = (run: RunRow): EntryChoice[] =>
  run.models.flatMap((modelId) =>
    run.prompts.map((prompt) => ({
      entry: entryOf(run.run_id, modelId, prompt),
      modelId,
      prompt,
    })),
  );

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });

/** The shortest labels that are distinct: the model, then its prompt, its run, and the date of the run. */
export function entryLabels(entries: readonly Entry[]): Map<string, string> {
  const more: ((entry: Entry) => string)[] = [
    (entry) => entry.prompt,
    (entry) => entry.run_title || entry.suite_name,
    (entry) => day.format(new Date(entry.created_at)),
  ];
  let labels = new Map(entries.map((entry) => [entry.entry, entry.model_name]));
  for (const next of more) {
    const before = labels;
    labels = new Map(
      entries.map((entry) => {
        const label = before.get(entry.entry) ?? "";
        const alike = entries.filter((one) => before.get(one.entry) === label);
        const helps = new Set(alike.map(next)).size > 1;
        return [entry.entry, helps ? `${label} · ${next(entry)}` : label];
      }),
    );
  }
  return labels;
}
