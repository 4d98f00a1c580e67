import { getRouteApi } from "@tanstack/react-router";
import { ModelsView } from "@/features/desk/components/models/models-view";
import { parseModelsSearch } from "@/features/desk/fns/models-search";

const route = getRouteApi("/desk/models");

export function DeskModelsPage() {
  const navigate = route.useNavigate();
  return (
    <ModelsView
      search={parseModelsSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
