import { useQuery } from "@tanstack/react-query";
import { answerOf, api, doneOf } from "@/lib/api-client";
import { budgetStrings } from "../fns/budget-strings";
import { useChange } from "../hooks/use-change";
import type { Answer, Body } from "./answers";

export type Budgets = Answer<"/api/admin/budgets">;
export type Budget = Budgets["budgets"][number];
export type DaySpend = Budget["days"][number];
export type BudgetWish = Required<Body<"/api/admin/budgets/{scope}/{subject}", "put">>;

/** Whose spending a limit is about. */
export type Pot = Pick<Budget, "scope" | "subject">;

export function useBudgets() {
  return useQuery({
    queryKey: ["admin", "budgets"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/admin/budgets", { signal })),
  });
}

const pathOf = ({ scope, subject }: Pot) => ({ params: { path: { scope, subject } } });

export function useSetBudget() {
  return useChange(
    ({ pot, wish }: { pot: Pot; wish: BudgetWish }) =>
      answerOf(api.PUT("/api/admin/budgets/{scope}/{subject}", { ...pathOf(pot), body: wish })),
    budgetStrings.setFailed,
  );
}

export function useRemoveBudget() {
  return useChange(
    (pot: Pot) => doneOf(api.DELETE("/api/admin/budgets/{scope}/{subject}", pathOf(pot))),
    budgetStrings.removeFailed,
  );
}
