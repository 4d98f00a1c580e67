export const COLUMNS = [
  "interval",
  "vote_count",
  "win_rate",
  "both_bad_rate",
  "organization",
  "license",
  "price",
  "online_elo",
] as const;

export type Column = (typeof COLUMNS)[number];

/** Without the organization, which is below each name anyway, and the online Elo. */
export const DEFAULT_COLUMNS: readonly Column[] = [
  "interval",
  "vote_count",
  "win_rate",
  "both_bad_rate",
  "license",
  "price",
];

/** Parses "vote_count,price". Unknown names are dropped; the order is that of the table. */
export function parseColumns(text: string): Column[] {
  const asked = text.split(",");
  return COLUMNS.filter((column) => asked.includes(column));
}

export const joinColumns = (columns: readonly Column[]): string =>
  COLUMNS.filter((column) => columns.includes(column)).join(",");

/** Columns from the address, else those chosen last time, else the default. */
export function chooseColumns(address: string | undefined, remembered: string | null): Column[] {
  const text = address ?? remembered;
  return text === null ? [...DEFAULT_COLUMNS] : parseColumns(text);
}

export const isDefault = (columns: readonly Column[]): boolean =>
  joinColumns(columns) === joinColumns(DEFAULT_COLUMNS);
