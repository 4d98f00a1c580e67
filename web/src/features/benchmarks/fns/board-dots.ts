import type { Board, BoardRow } from "../api/results";

interface BoardSuite {
  name: string;
  title: string;
}

export const suitesOf = (board: Board): BoardSuite[] =>
  board.suites.map((suite) => {
    const name = String(suite.name);
    return { name, title: String(suite.title || name) };
  });

interface Standing {
  row: BoardRow;
  rating: number;
  /** A share, or the mean difference from the suite averages if all suites are combined. */
  x: number;
  xLow?: number;
  xHigh?: number;
}

/** Models with both a score and a rating, lowest benchmark score first. */
export function standings(board: Board, suite: string | undefined): Standing[] {
  const place = suite === undefined ? overall(board) : inSuite(suite);
  return board.rows
    .flatMap((row): Standing[] => {
      const x = place(row);
      return x && row.rating !== null ? [{ row, rating: row.rating, ...x }] : [];
    })
    .toSorted((a, b) => a.x - b.x);
}

type Place = Pick<Standing, "x" | "xLow" | "xHigh"> | undefined;

function inSuite(suite: string) {
  return (row: BoardRow): Place => {
    const cell = row.suites[suite];
    if (!cell || cell.mean === null) return undefined;
    const sure = cell.low !== null && cell.high !== null;
    return {
      x: cell.mean,
      ...(sure ? { xLow: cell.low as number, xHigh: cell.high as number } : {}),
    };
  };
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each suite is measured from its own average, as on the server, so that skipping an easy suite is no disadvantage. */
function overall(board: Board) {
  const means = (row: BoardRow) =>
    Object.entries(row.suites).flatMap(([suite, { mean }]) =>
      mean === null ? [] : [[suite, mean] as const],
    );
  const columns = new Map<string, number[]>();
  for (const row of board.rows) {
    for (const [suite, mean] of means(row)) {
      columns.set(suite, [...(columns.get(suite) ?? []), mean]);
    }
  }
  const middles = new Map([...columns].map(([suite, values]) => [suite, meanOf(values)]));
  return (row: BoardRow): Place => {
    const away = means(row).map(([suite, mean]) => mean - (middles.get(suite) ?? 0));
    return away.length > 0 ? { x: meanOf(away) } : undefined;
  };
}
