/** The offsets of the turns and the maximum scroll offset. */
export interface Landmarks {
  turns: readonly number[];
  end: number;
}

/** The scroll offset at which the other card shows the same part of the same turn. */
export function matchingTop(top: number, from: Landmarks, to: Landmarks): number {
  if (top <= 0) return 0;
  if (top >= from.end - 1) return to.end;
  const marks = [...from.turns.filter((mark) => mark < from.end), from.end];
  const targets = [...to.turns, to.end];
  const next = Math.max(
    1,
    marks.findIndex((mark) => mark > top),
  );
  const [start = 0, end = from.end] = [marks[next - 1], marks[next]];
  const isLast = next === marks.length - 1;
  const targetStart = targets[next - 1] ?? 0;
  const targetEnd = isLast ? to.end : (targets[next] ?? to.end);
  const share = end > start ? (top - start) / (end - start) : 0;
  const wanted = targetStart + share * (targetEnd - targetStart);
  return Math.max(0, Math.min(to.end, wanted));
}
