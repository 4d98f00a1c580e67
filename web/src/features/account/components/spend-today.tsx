import { $api } from "@/lib/api-client";
import { formatMoney } from "@/lib/format";
import { settingsStrings } from "../fns/settings-strings";
import { SettingsCard } from "./settings-section";

const words = settingsStrings.spend;

/** What was spent today. Renders nothing if it cannot be loaded. */
export function SpendToday() {
  const { data } = $api.useQuery("get", "/api/me/spend");
  if (!data) return null;
  const known = formatMoney(data.known_usd, "USD");
  return (
    <SettingsCard>
      <h3 className="font-semibold">{words.title}</h3>
      <p className="text-dim tabular-nums">
        {data.limit_usd === null
          ? words.free(known)
          : words.limited(known, formatMoney(data.limit_usd, "USD"))}{" "}
        {data.share !== null && words.share(`${Math.round(data.share * 100)}%`)}
      </p>
    </SettingsCard>
  );
}
