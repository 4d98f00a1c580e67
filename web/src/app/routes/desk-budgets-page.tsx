import { getRouteApi } from "@tanstack/react-router";
import { BudgetsView } from "@/features/desk/components/budgets/budgets-view";

const route = getRouteApi("/desk/budgets");

export function DeskBudgetsPage() {
  const navigate = route.useNavigate();
  return (
    <BudgetsView
      asTable={route.useSearch().table === true}
      onAsTable={(table) =>
        navigate({ search: table ? { table } : {}, replace: true, resetScroll: false })
      }
    />
  );
}
