import { Ellipsis, KeyRound, Pencil, Plus, Server, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeChip } from "@/components/ui/code-chip";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import type { Provider } from "../../api/providers";
import { modelStrings } from "../../fns/model-strings";
import { providerStrings as words } from "../../fns/provider-strings";
import { Loaded } from "../parts/loaded";
import { KeyDialog, RemoveProviderDialog } from "./provider-dialogs";
import { ProviderDrawer } from "./provider-drawer";

type OpenDialog = { what: "edit" | "key" | "remove"; provider: Provider } | { what: "add" };

export function ProvidersList() {
  const query = $api.useQuery("get", "/api/admin/providers");
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-60 flex-1 text-dim">{words.lead}</p>
        <Button onClick={() => setDialog({ what: "add" })}>
          <Plus aria-hidden="true" />
          {words.add}
        </Button>
      </div>
      <Loaded query={query} name={modelStrings.tabs.providers}>
        {({ providers, connectors, master_key }) => (
          <>
            {!master_key && (
              <Card className="flex gap-3 p-4">
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
                {words.noMasterKey}
              </Card>
            )}
            {providers.length === 0 ? (
              <EmptyState icon={Server} title={words.empty.title}>
                {words.empty.detail}
              </EmptyState>
            ) : (
              <ul className="grid gap-3 md:grid-cols-2">
                {providers.map((provider) => (
                  <ProviderCard
                    key={provider.provider_id}
                    provider={provider}
                    onAsk={(what) => setDialog({ what, provider })}
                  />
                ))}
              </ul>
            )}
            {(dialog?.what === "add" || dialog?.what === "edit") && (
              <ProviderDrawer
                provider={dialog.what === "edit" ? dialog.provider : undefined}
                connectors={connectors}
                onClose={close}
              />
            )}
            {dialog?.what === "key" && <KeyDialog provider={dialog.provider} onClose={close} />}
            {dialog?.what === "remove" && (
              <RemoveProviderDialog provider={dialog.provider} onClose={close} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

interface ProviderCardProps {
  provider: Provider;
  onAsk: (what: "edit" | "key" | "remove") => void;
}

function ProviderCard({ provider, onAsk }: ProviderCardProps) {
  const { name, models, members_keys: keys } = provider;
  const label = words.actions(name);
  const replace = provider.has_key ? words.key.replace : words.key.set;
  return (
    <li>
      <Card className="flex h-full flex-col gap-2.5 p-4">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h2 className="truncate font-semibold">{name}</h2>
            <p className="truncate text-xs text-dim" title={provider.base_url}>
              {provider.connector} · {provider.base_url}
            </p>
          </div>
          <ActionMenu
            label={label}
            trigger={
              <Button variant="ghost" size="icon" aria-label={label} className="-mt-1.5 -mr-1.5">
                <Ellipsis aria-hidden="true" />
              </Button>
            }
            actions={[
              { label: words.edit, icon: Pencil, onSelect: () => onAsk("edit") },
              { label: replace, icon: KeyRound, onSelect: () => onAsk("key") },
              { label: words.remove, icon: Trash2, onSelect: () => onAsk("remove") },
            ]}
          />
        </div>
        <KeyFact provider={provider} />
        <p className="mt-auto text-[13px] text-dim">
          {words.models(formatCount(models))}
          {keys > 0 && ` · ${words.membersKeys(formatCount(keys))}`}
          {provider.key_last_used_at && (
            <>
              {" "}
              · {words.columns.used} <RelativeTime iso={provider.key_last_used_at} />
            </>
          )}
        </p>
      </Card>
    </li>
  );
}

function KeyFact({ provider }: { provider: Provider }) {
  const { key_state: state, key_hint: hint } = provider;
  const broken = state === "unreadable" || state === "other_address";
  return (
    <p className="flex flex-wrap items-center gap-2 text-[13px]">
      <KeyRound aria-hidden="true" className={broken ? "size-4 text-bad" : "size-4 text-dim"} />
      {words.columns.key}
      {hint && <CodeChip>{words.hint(hint)}</CodeChip>}
      <span className={broken ? "text-bad" : "text-dim"}>{words.states[state]}</span>
    </p>
  );
}
