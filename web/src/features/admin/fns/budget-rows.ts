import type { Budget, BudgetKey, Budgets, DaySpend } from "../api/budgets";
import { budgetStrings } from "./budget-strings";

/** A scope of spending, with or without a limit. */
export interface BudgetRow extends BudgetKey {
  name: string;
  hint?: string;
  spent: number;
  reserved: number;
  days: readonly DaySpend[];
  budget: Budget | undefined;
}

const words = budgetStrings.members;

function budgetName({ scope, subject, name }: Budget): string {
  if (scope === "site") return budgetStrings.site.title;
  if (scope === "provider") return subject;
  if (subject === "*") return words.each;
  return subject === "visitors" ? words.visitors : (name ?? subject);
}

function budgetHint({ subject, name }: Budget): { hint?: string } {
  if (subject === "*") return { hint: words.eachHint };
  return name ? { hint: subject } : {};
}

function fromBudget(budget: Budget): BudgetRow {
  return {
    scope: budget.scope,
    subject: budget.subject,
    name: budgetName(budget),
    ...budgetHint(budget),
    spent: budget.spent_usd,
    reserved: budget.reserved_usd,
    days: budget.days,
    budget,
  };
}

export function siteBudgetRow({ budgets, site }: Budgets): BudgetRow {
  return {
    scope: "site",
    subject: "all",
    name: budgetStrings.site.title,
    spent: site.spent_usd,
    reserved: site.reserved_usd,
    days: site.days,
    budget: budgets.find((one) => one.scope === "site"),
  };
}

/** Providers that cost money, and those that only have a limit. */
export function providerBudgetRows({ budgets, providers }: Budgets): BudgetRow[] {
  const limits = budgets.filter((one) => one.scope === "provider");
  const paid = providers.map(({ subject, spent_usd, reserved_usd, days }) => ({
    scope: "provider" as const,
    subject,
    name: subject,
    spent: spent_usd,
    reserved: reserved_usd,
    days,
    budget: limits.find((one) => one.subject === subject),
  }));
  const unpaid = limits.filter((one) => !providers.some((entry) => entry.subject === one.subject));
  return [...paid, ...unpaid.map(fromBudget)];
}

export const memberBudgetRows = ({ budgets }: Budgets): BudgetRow[] =>
  budgets.filter((one) => one.scope === "member").map(fromBudget);

/** The used parts of a limit, as shares of it. */
export function usedShares({ spent, reserved, budget }: BudgetRow): {
  spent: number;
  reserved: number;
} {
  const limit = budget?.limit_usd ?? 0;
  if (limit <= 0) return { spent: 1, reserved: 0 };
  return { spent: spent / limit, reserved: reserved / limit };
}
