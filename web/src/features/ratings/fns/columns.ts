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

/** The organization stands below each name anyway, and the online Elo is for the curious. */
export const USUAL: readonly Column[] = [
  "interval",
  "vote_count",
  "win_rate",
  "both_bad_rate",
  "license",
  "price",
];

/** From "vote_count,price"; unknown names are dropped, and the order is always that of the table. */
export function parseColumns(text: string): Column[] {
  const asked = text.split(",");
  return COLUMNS.filter((column) => asked.includes(column));
}

export const joinColumns = (columns: readonly Column[]): string =>
  COLUMNS.filter((column) => columns.includes(column)).join(",");

/** What the address says, else what was chosen last time here, else the usual ones. */
export function chooseColumns(address: string | undefined, remembered: string | null): Column[] {
  const text = address ?? remembered;
  return text === null ? [...USUAL] : parseColumns(text);
}

export const isUsual = (columns: readonly Column[]): boolean =>
  joinColumns(columns) === joinColumns(USUAL);
