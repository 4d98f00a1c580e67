import type { Overview } from "../api/overview";

export const MICRO = 1_000_000;

/** In dollars, for the current UTC day of the server. */
export function spentToday({ spend, now }: Pick<Overview, "spend" | "now">): number {
  const today = new Date(now).toISOString().slice(0, 10);
  return (spend.find(({ day }) => day === today)?.spent_micro_usd ?? 0) / MICRO;
}
