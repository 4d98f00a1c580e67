import { getRouteApi } from "@tanstack/react-router";
import { SettingsView } from "@/features/account/components/settings-view";
import { settingsStrings } from "@/features/account/fns/settings-strings";
import { usePageTitle } from "@/lib/page-title";

const route = getRouteApi("/settings");

export function SettingsPage() {
  usePageTitle(settingsStrings.title);
  return <SettingsView wanted={route.useSearch().tab} />;
}
