import type { GridRow } from "../api/results";

interface Neighbors {
  previous: number | null;
  next: number | null;
}

/** The samples before and after one in a filtered list; undefined if it is not in the list. */
export function findNeighbors(rows: readonly GridRow[], position: number): Neighbors | undefined {
  const place = rows.findIndex((row) => row.position === position);
  if (place < 0) return undefined;
  return {
    previous: rows[place - 1]?.position ?? null,
    next: rows[place + 1]?.position ?? null,
  };
}
