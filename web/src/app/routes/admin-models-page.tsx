import { getRouteApi } from "@tanstack/react-router";
import { ModelsView } from "@/features/admin/components/models/models-view";
import { parseModelsSearch } from "@/features/admin/fns/models-search";

const route = getRouteApi("/admin/models");

export function AdminModelsPage() {
  const navigate = route.useNavigate();
  return (
    <ModelsView
      search={parseModelsSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
