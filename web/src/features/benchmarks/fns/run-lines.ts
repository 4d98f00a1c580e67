import type { Run, RunLine } from "../api/results";
import { entryOf } from "./entries";

/** With the prompt only where there are several. */
export const lineLabel = ({ key, model_id, model_name, prompt }: RunLine): string =>
  key === model_id ? model_name : `${model_name} · ${prompt}`;

export const runTitle = (run: { title: string; suite_title: string; suite_name: string }): string =>
  run.title || run.suite_title || run.suite_name;

const scoreOf = (line: RunLine) => line.score.mean ?? Number.NEGATIVE_INFINITY;

/** The best first; those without any score last. */
export const bestFirst = (lines: readonly RunLine[]): RunLine[] =>
  lines.toSorted((a, b) => scoreOf(b) - scoreOf(a));

export const countAll = (lines: readonly RunLine[], what: "failed" | "quarantined" | "done") =>
  lines.reduce((sum, line) => sum + line[what], 0);

const MOST_COMPARED = 8;

/** What the button "Compare" leads to: the best first, so that the others are held against it. */
export const entriesOfRun = (run: Run): string[] =>
  bestFirst(run.lines)
    .slice(0, MOST_COMPARED)
    .map((line) => entryOf(run.run_id, line.model_id, line.prompt));

interface Trouble {
  kind: string;
  count: number;
  last: string;
  /** Whose calls failed so. */
  lines: RunLine[];
}

/** Kinds of errors over all models, the most frequent first. */
export function problemsOf(lines: readonly RunLine[]): Trouble[] {
  const kinds = new Map<string, Trouble>();
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
