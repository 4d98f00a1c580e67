import { getRouteApi } from "@tanstack/react-router";
import { ModelsOverview } from "@/features/models/components/models-overview";
import { modelsStrings } from "@/features/models/fns/strings";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/models");

export function ModelsPage() {
  usePageTitle(modelsStrings.title);
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ModelsOverview
      filters={filters}
      onFiltersChange={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
