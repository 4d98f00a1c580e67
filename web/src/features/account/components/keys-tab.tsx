import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { showErrorToast } from "@/components/ui/error-toast";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { describeFailure } from "@/lib/problem";
import { type OwnKey, useRemoveKey } from "../api/keys";
import { settingsStrings } from "../fns/settings-strings";
import { KeyForm } from "./key-form";
import { ListLoading } from "./list-loading";
import { SettingsSection } from "./settings-section";

const words = settingsStrings.keys;

export function KeysTab() {
  const { data, error, refetch } = $api.useQuery("get", "/api/me/keys");
  if (error && !data) {
    return <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  return (
    <SettingsSection title={settingsStrings.tabs.keys} lead={words.lead}>
      {!data && <ListLoading label={words.loading} />}
      {data && data.keys.length > 0 && (
        <Card>
          <ul>
            {data.keys.map((own) => (
              <Provider key={own.provider_id} own={own} />
            ))}
          </ul>
        </Card>
      )}
      {data?.keys.length === 0 && (
        <EmptyState icon={KeyRound} title={words.empty.title}>
          {words.empty.detail}
        </EmptyState>
      )}
    </SettingsSection>
  );
}

function Provider({ own }: { own: OwnKey }) {
  const [entering, setEntering] = useState(false);
  const [leaving, setLeaving] = useState(false);
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
            {own.provider_name}
            <span className="font-mono text-xs font-normal break-all text-faint">{own.origin}</span>
          </p>
          <Facts own={own} />
        </div>
        {!entering && (
          <div className="-ml-3.5 flex sm:ml-0">
            {own.key_state !== "closed" && (
              <Button variant="ghost" onClick={() => setEntering(true)}>
                <span>
                  {own.has_key ? words.replace : words.add}{" "}
                  <span className="sr-only">{words.of(own.provider_name)}</span>
                </span>
              </Button>
            )}
            {own.has_key && (
              <Button variant="ghost" onClick={() => setLeaving(true)}>
                <span>
                  {words.remove} <span className="sr-only">{words.of(own.provider_name)}</span>
                </span>
              </Button>
            )}
          </div>
        )}
      </div>
      {entering && <KeyForm own={own} onDone={() => setEntering(false)} />}
      {leaving && <RemoveDialog own={own} onClose={() => setLeaving(false)} />}
    </li>
  );
}

/** The key is never shown; its last characters identify it. */
function Facts({ own }: { own: OwnKey }) {
  if (!own.has_key) return <p className="text-[13px] text-dim">{words.none}</p>;
  return (
    <>
      <p className="text-[13px] text-dim">
        {own.key_hint && `${words.hint(own.key_hint)} · `}
        {own.key_set_at && (
          <>
            {words.set} <RelativeTime iso={own.key_set_at} /> ·{" "}
          </>
        )}
        {own.key_last_used_at ? (
          <>
            {words.used} <RelativeTime iso={own.key_last_used_at} />
          </>
        ) : (
          words.neverUsed
        )}
      </p>
      <p className="text-[13px] text-bad empty:hidden">{words.state[own.key_state]}</p>
    </>
  );
}

function RemoveDialog({ own, onClose }: { own: OwnKey; onClose: () => void }) {
  const remove = useRemoveKey();
  return (
    <ConfirmDialog
      title={words.removeTitle(own.provider_name)}
      confirm={words.remove}
      keep={words.keep}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(own.provider_id, {
          onSuccess: () => toast({ title: words.removed(own.provider_name) }),
          onError: (error) => showErrorToast(words.removeFailed, error),
          onSettled: onClose,
        })
      }
    >
      {words.removeDetail}
    </ConfirmDialog>
  );
}
