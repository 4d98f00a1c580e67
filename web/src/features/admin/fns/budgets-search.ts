interface BudgetsSearch {
  /** Shows the numbers of the chart as a table. */
  table?: true;
}

export const parseBudgetsSearch = (search: Record<string, unknown>): BudgetsSearch =>
  search.table === true ? { table: true } : {};
