const DAY_MS = 86_400_000;

interface DayValue {
  /** A date such as 2026-01-31. */
  day: string;
  value: number;
}

/** One value per day up to the last one; missing days are zero. */
export function fillDays(known: readonly DayValue[], last: string, count = 30): DayValue[] {
  const values = new Map(known.map(({ day, value }) => [day, value]));
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(end - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, value: values.get(day) ?? 0 };
  });
}

const shortDay = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

export const formatDay = (day: string): string => shortDay.format(new Date(`${day}T00:00:00Z`));
