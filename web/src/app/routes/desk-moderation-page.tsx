import { getRouteApi } from "@tanstack/react-router";
import { ModerationView } from "@/features/desk/components/moderation/moderation-view";
import { parseModerationSearch } from "@/features/desk/fns/moderation-search";

const route = getRouteApi("/desk/moderation");

export function DeskModerationPage() {
  const navigate = route.useNavigate();
  return (
    <ModerationView
      search={parseModerationSearch({ ...route.useSearch() })}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
