import { getRouteApi } from "@tanstack/react-router";
import { BudgetsView } from "@/features/admin/components/budgets/budgets-view";

const route = getRouteApi("/admin/budgets");

export function AdminBudgetsPage() {
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
