/** One value of a chart, and where its tooltip points. */
export interface Mark {
  x: number;
  y: number;
  title: string;
  lines: readonly string[];
}

export interface Cursor {
  row: number;
  column: number;
}

export type Marks = readonly (readonly Mark[])[];

export const markAt = (marks: Marks, cursor: Cursor | undefined): Mark | undefined =>
  cursor && marks[cursor.row]?.[cursor.column];

const MOVES: Record<string, { rows: number; columns: number }> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** Moves the cursor by an arrow key. In a chart with one row or one column, all four arrow keys move along it. */
export function moveCursor(marks: Marks, cursor: Cursor, key: string): Cursor | undefined {
  const move = MOVES[key];
  if (!move) return undefined;
  const step = move.rows + move.columns;
  if (marks.length === 1) {
    return { row: 0, column: clamp(cursor.column + step, (marks[0]?.length ?? 1) - 1) };
  }
  if (marks.every((row) => row.length <= 1)) {
    return { row: clamp(cursor.row + step, marks.length - 1), column: 0 };
  }
  const row = clamp(cursor.row + move.rows, marks.length - 1);
  const last = Math.max((marks[row]?.length ?? 1) - 1, 0);
  if (move.columns !== 0) return { row, column: clamp(cursor.column + move.columns, last) };
  return { row, column: closestColumn(marks, cursor, row) };
}

/** Rows can have different lengths, so moving up or down keeps the horizontal position, not the index. */
function closestColumn(marks: Marks, cursor: Cursor, row: number): number {
  const x = markAt(marks, cursor)?.x ?? 0;
  let best = 0;
  let distance = Number.POSITIVE_INFINITY;
  marks[row]?.forEach((mark, column) => {
    const far = Math.abs(mark.x - x);
    if (far < distance) {
      best = column;
      distance = far;
    }
  });
  return best;
}

/** The nearest mark, unless it is out of reach. */
export function nearestMark(
  marks: Marks,
  x: number,
  y: number,
  reach: { x: number; y: number },
): Cursor | undefined {
  let best: Cursor | undefined;
  let distance = Number.POSITIVE_INFINITY;
  marks.forEach((row, rowIndex) => {
    row.forEach((mark, column) => {
      const [dx, dy] = [Math.abs(mark.x - x), Math.abs(mark.y - y)];
      if (dx > reach.x || dy > reach.y) return;
      const far = dx * dx + dy * dy;
      if (far < distance) {
        best = { row: rowIndex, column };
        distance = far;
      }
    });
  });
  return best;
}
