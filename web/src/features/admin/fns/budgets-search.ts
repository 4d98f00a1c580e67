interface BudgetsSearch {
  /** The chart's numbers as a table. */
  table?: true;
}

export const parseBudgetsSearch = (search: Record<string, unknown>): BudgetsSearch =>
  search.table === true ? { table: true } : {};
