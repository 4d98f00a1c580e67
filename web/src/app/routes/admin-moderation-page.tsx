import { getRouteApi } from "@tanstack/react-router";
import { ModerationView } from "@/features/admin/components/moderation/moderation-view";
import { parseModerationSearch } from "@/features/admin/fns/moderation-search";

const route = getRouteApi("/admin/moderation");

export function AdminModerationPage() {
  const navigate = route.useNavigate();
  return (
    <ModerationView
      search={parseModerationSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
