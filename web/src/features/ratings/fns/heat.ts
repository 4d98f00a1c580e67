import type { Matrix, Record as PairRecord } from "../api/ratings";

/** Pale enough for text to stay readable in light and dark. */
const DEEPEST = 48;

const mixed = (color: string, share: number) =>
  `color-mix(in srgb, ${color} ${(share * DEEPEST).toFixed(1)}%, var(--panel))`;

/** Blue where the row wins, amber where the column wins, nothing in the middle. */
export function winFill(chance: number): string {
  const distance = Math.min(1, Math.abs(chance - 0.5) * 2);
  return mixed(chance >= 0.5 ? "var(--left)" : "var(--right)", distance ** 0.8);
}

/** The square root makes small counts visible. */
export function countFill(votes: number, most: number): string {
  return mixed("var(--accent)", most === 0 ? 0 : Math.sqrt(votes / most));
}

export interface Pair {
  record: PairRecord;
  predicted: { value: number; low: number; high: number };
}

/** The pair from the other side. */
const turned = ({ record, predicted }: Pair): Pair => ({
  record: { ...record, wins: record.losses, losses: record.wins },
  predicted: { value: 1 - predicted.value, low: 1 - predicted.high, high: 1 - predicted.low },
});

/** A matrix with both directions of each pair; empty on the diagonal and where nothing is known. */
export function squareOf({ models, cells }: Matrix): (Pair | undefined)[][] {
  const known = new Map(cells.map((cell) => [`${cell.a}\n${cell.b}`, cell]));
  return models.map((row) =>
    models.map((column) => {
      const straight = known.get(`${row.model_id}\n${column.model_id}`);
      if (straight) return straight;
      const reverse = known.get(`${column.model_id}\n${row.model_id}`);
      return reverse && turned(reverse);
    }),
  );
}

/** A tie and "both bad" count half. */
export function shareOf({ wins, losses, ties, both_bad }: PairRecord): number | undefined {
  const votes = wins + losses + ties + both_bad;
  return votes === 0 ? undefined : (wins + (ties + both_bad) / 2) / votes;
}
