import { alignItems } from "./align";

type ChangeKind = "same" | "removed" | "added";

interface DiffPart {
  kind: ChangeKind;
  text: string;
}

/** In the shape in which the server compares two versions. */
export interface DiffLine {
  kind: ChangeKind;
  /** From 1; null for an added line. */
  old_number: number | null;
  new_number: number | null;
  parts: DiffPart[];
}

export interface Hunk {
  lines: DiffLine[];
}

interface Change {
  removed: string[];
  added: string[];
  /** The unchanged items that follow. */
  same: string[];
}

function listChanges(before: readonly string[], after: readonly string[]): Change[] {
  const changes: Change[] = [];
  let current: Change = { removed: [], added: [], same: [] };
  let newAt = 0;
  const next = () => {
    if (current.same.length > 0) {
      changes.push(current);
      current = { removed: [], added: [], same: [] };
    }
  };
  alignItems(before, after).forEach((place, oldAt) => {
    const item = before[oldAt] ?? "";
    if (place === -1 || place > newAt) next();
    if (place === -1) {
      current.removed.push(item);
      return;
    }
    current.added.push(...after.slice(newAt, place));
    current.same.push(item);
    newAt = place + 1;
  });
  if (newAt < after.length) next();
  current.added.push(...after.slice(newAt));
  return [...changes, current];
}

// Scripts written without spaces are compared by character.
const WORDS =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]|[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu;
const LONGEST_LINE = 2_000;
/** Share of characters that two lines have in common to be compared word by word. */
const SIMILAR = 0.3;

/** Two lines at the same place, word by word when they are similar. */
function compareLines(before: string, after: string): [DiffPart[], DiffPart[]] {
  const whole: [DiffPart[], DiffPart[]] = [
    [{ kind: "removed", text: before }],
    [{ kind: "added", text: after }],
  ];
  if (Math.max(before.length, after.length) > LONGEST_LINE) return whole;
  const changes = listChanges(before.match(WORDS) ?? [], after.match(WORDS) ?? []);
  const same = changes.reduce((sum, change) => sum + change.same.join("").length, 0);
  if (same < SIMILAR * Math.max(before.length, after.length)) return whole;
  const partsOf = (kind: "removed" | "added") =>
    changes
      .flatMap((change): DiffPart[] => [
        { kind, text: change[kind].join("") },
        { kind: "same", text: change.same.join("") },
      ])
      .filter((part) => part.text !== "");
  return [partsOf("removed"), partsOf("added")];
}

/** Compares two texts by line, and changed lines by word. */
export function diffLines(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const { removed, added, same } of listChanges(before.split("\n"), after.split("\n"))) {
    const pairs = removed
      .slice(0, added.length)
      .map((line, place) => compareLines(line, added[place] ?? ""));
    removed.forEach((text, place) => {
      const parts = pairs[place]?.[0] ?? [{ kind: "removed", text }];
      oldAt += 1;
      lines.push({ kind: "removed", old_number: oldAt, new_number: null, parts });
    });
    added.forEach((text, place) => {
      const parts = pairs[place]?.[1] ?? [{ kind: "added", text }];
      newAt += 1;
      lines.push({ kind: "added", old_number: null, new_number: newAt, parts });
    });
    for (const text of same) {
      oldAt += 1;
      newAt += 1;
      const parts: DiffPart[] = [{ kind: "same", text }];
      lines.push({ kind: "same", old_number: oldAt, new_number: newAt, parts });
    }
  }
  return lines;
}

const CONTEXT = 3;

/** The changed lines with a few unchanged ones around them. */
export function groupHunks(lines: readonly DiffLine[]): Hunk[] {
  const hunks: Hunk[] = [];
  let lastShown = -2;
  lines.forEach((line, place) => {
    const around = lines.slice(Math.max(place - CONTEXT, 0), place + CONTEXT + 1);
    if (around.every(({ kind }) => kind === "same")) return;
    if (lastShown !== place - 1) hunks.push({ lines: [] });
    hunks.at(-1)?.lines.push(line);
    lastShown = place;
  });
  return hunks;
}
