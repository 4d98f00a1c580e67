import { api } from "@/lib/api-client";
import { budgetStrings } from "../fns/budget-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse } from "./response-types";

export type Budgets = GetResponse<"/api/admin/budgets">;
export type Budget = Budgets["budgets"][number];
export type DaySpend = Budget["days"][number];
export type BudgetInput = Required<Body<"/api/admin/budgets/{scope}/{subject}", "put">>;

/** Whose spending a limit applies to. */
export type BudgetKey = Pick<Budget, "scope" | "subject">;

const pathOf = ({ scope, subject }: BudgetKey) => ({ params: { path: { scope, subject } } });

export function useSetBudget() {
  return useChange(
    ({ entry, input }: { entry: BudgetKey; input: BudgetInput }) =>
      api.PUT("/api/admin/budgets/{scope}/{subject}", { ...pathOf(entry), body: input }),
    budgetStrings.setFailed,
  );
}

export function useRemoveBudget() {
  return useChange(
    (entry: BudgetKey) => api.DELETE("/api/admin/budgets/{scope}/{subject}", pathOf(entry)),
    budgetStrings.removeFailed,
  );
}
