import type { Run, RunLine } from "../api/results";
import { entryOf } from "./entries";

/** The label, with the prompt only if there are several. */
export const lineLabel = ({ key, model_id, model_name, prompt }: RunLine): string =>
  key === model_id ? model_name : `${model_name} · ${prompt}`;

export const runTitle = (run: { title: string; suite_title: string; suite_name: string }): string =>
  run.title || run.suite_title || run.suite_name;

const scoreOf = (line: RunLine) => line.score.mean ?? Number.NEGATIVE_INFINITY;

/** Best first; entries without a score last. */
export const bestFirst = (lines: readonly RunLine[]): RunLine[] =>
  lines.toSorted((a, b) => scoreOf(b) - scoreOf(a));

export const countAll = (lines: readonly RunLine[], what: "failed" | "quarantined" | "done") =>
  lines.reduce((sum, line) => sum + line[what], 0);

const MOST_COMPARED = 8;

/** The entries that "Compare" opens: the best first, as the baseline. */
export const entriesOfRun = (run: Run): string[] =>
  bestFirst(run.lines)
    .slice(0, MOST_COMPARED)
    .map((line) => entryOf(run.run_id, line.model_id, line.prompt));

interface ErrorGroup {
  kind: string;
  count: number;
  last: string;
  /** The models whose calls failed this way. */
  lines: RunLine[];
}

/** Kinds of errors over all models, most frequent first. */
export function problemsOf(lines: readonly RunLine[]): ErrorGroup[] {
  const kinds = new Map<string, ErrorGroup>();
  for (const line of lines) {
    for (const { kind, count, last } of line.errors) {
      const known = kinds.get(kind);
      if (known) {
        known.count += count;
        known.lines.push(line);
      } else {
        kinds.set(kind, { kind, count, last, lines: [line] });
      }
    }
  }
  return [...kinds.values()].toSorted((a, b) => b.count - a.count);
}
