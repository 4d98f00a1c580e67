/** Insertions and deletions to look for; the cost of the search is the square of it. */
const MAX_EDITS = 800;

/**
 * For each item of the old sequence its place in the new one, or -1. Uses Myers' algorithm between the common beginning
 * and end. Sequences that differ in more than `MAX_EDITS` items count as replaced.
 */
export function alignItems(before: readonly string[], after: readonly string[]): number[] {
  const places = new Array<number>(before.length).fill(-1);
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) {
    places[start] = start;
    start += 1;
  }
  let [oldEnd, newEnd] = [before.length, after.length];
  while (Math.min(oldEnd, newEnd) > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
    places[oldEnd] = newEnd;
  }
  for (const [row, column] of shortestEdit(
    before.slice(start, oldEnd),
    after.slice(start, newEnd),
  )) {
    places[start + row] = start + column;
  }
  return places;
}

type Reached = Map<number, number>;

/** The diagonal (row minus column) from which this one is reached with one more edit. */
const diagonalBefore = (reached: Reached, diagonal: number, edits: number): number =>
  diagonal === -edits ||
  (diagonal !== edits && (reached.get(diagonal - 1) ?? 0) < (reached.get(diagonal + 1) ?? 0))
    ? diagonal + 1
    : diagonal - 1;

/** Extends every diagonal by one edit; true when the end of both sequences is reached. */
function extend(
  reached: Reached,
  edits: number,
  before: readonly string[],
  after: readonly string[],
): boolean {
  for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
    const from = diagonalBefore(reached, diagonal, edits);
    let row = (reached.get(from) ?? 0) + (from < diagonal ? 1 : 0);
    while (row < before.length && before[row] === after[row - diagonal]) row += 1;
    reached.set(diagonal, row);
    if (row >= before.length && row - diagonal >= after.length) return true;
  }
  return false;
}

/** Pairs of places with equal items, on the shortest path from one sequence to the other. */
function shortestEdit(before: readonly string[], after: readonly string[]): [number, number][] {
  if (before.length === 0 || after.length === 0) return [];
  const reached: Reached = new Map([[1, 0]]);
  const trace: Reached[] = [];
  const most = Math.min(before.length + after.length, MAX_EDITS);
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(new Map(reached));
    if (extend(reached, edits, before, after)) return walkBack(trace, before.length, after.length);
  }
  return [];
}

function walkBack(trace: readonly Reached[], rows: number, columns: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [row, column] = [rows, columns];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reached = trace[edits] ?? new Map();
    const from = diagonalBefore(reached, row - column, edits);
    const rowBefore = reached.get(from) ?? 0;
    const columnBefore = rowBefore - from;
    while (row > Math.max(rowBefore, 0) && column > Math.max(columnBefore, 0)) {
      row -= 1;
      column -= 1;
      pairs.push([row, column]);
    }
    [row, column] = [rowBefore, columnBefore];
  }
  return pairs.reverse();
}
