import { Laptop, Smartphone, Terminal } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { showErrorToast } from "@/components/ui/error-toast";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { describeFailure } from "@/lib/problem";
import { type SignIn, useEndSignIns } from "../api/sign-ins";
import { deviceWords } from "../fns/device-words";
import { settingsStrings } from "../fns/settings-strings";
import { useSignOut } from "../hooks/use-identity-change";
import { ListLoading } from "./list-loading";
import { SettingsSection } from "./settings-section";

const words = settingsStrings.devices;

export function DevicesTab() {
  const { data, error, refetch } = $api.useQuery("get", "/api/me/sign-ins");
  const [leaving, setLeaving] = useState<SignIn | "others">();
  const others = data?.sign_ins.filter((one) => !one.current).length ?? 0;
  if (error && !data) {
    return <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  return (
    <SettingsSection
      title={settingsStrings.tabs.devices}
      lead={words.lead}
      tools={others > 0 && <Button onClick={() => setLeaving("others")}>{words.others}</Button>}
    >
      {data ? (
        <Card>
          <ul>
            {data.sign_ins.map((one) => (
              <Device key={one.sign_in_id} device={one} onLeave={() => setLeaving(one)} />
            ))}
          </ul>
        </Card>
      ) : (
        <ListLoading label={words.loading} />
      )}
      {leaving && (
        <SignOutDialog leaving={leaving} others={others} onClose={() => setLeaving(undefined)} />
      )}
    </SettingsSection>
  );
}

function iconOf({ kind, device }: SignIn) {
  if (kind === "program") return Terminal;
  return /Mobile|iPhone|iPad|Android/.test(device) ? Smartphone : Laptop;
}

function Device({ device, onLeave }: { device: SignIn; onLeave: () => void }) {
  const name = deviceWords(device);
  const Icon = iconOf(device);
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <Icon aria-hidden="true" strokeWidth={1.8} className="size-5 shrink-0 text-dim" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {device.current && (
            <Badge className="border-accent/40 text-accent-strong">{words.current}</Badge>
          )}
        </p>
        <p className="text-[13px] text-dim">
          {words.seen} <RelativeTime iso={device.last_seen_at} /> {words.from(device.address)} ·{" "}
          {words.since} <RelativeTime iso={device.created_at} />
        </p>
      </div>
      <Button variant="ghost" onClick={onLeave}>
        <span>
          {words.signOut} <span className="sr-only">{name}</span>
        </span>
      </Button>
    </li>
  );
}

interface SignOutDialogProps {
  leaving: SignIn | "others";
  others: number;
  onClose: () => void;
}

function SignOutDialog({ leaving, others, onClose }: SignOutDialogProps) {
  const end = useEndSignIns();
  const signOut = useSignOut();
  if (leaving === "others") {
    return (
      <ConfirmDialog
        title={words.othersTitle}
        confirm={words.others}
        keep={words.keepAll}
        pending={end.isPending}
        onClose={onClose}
        onConfirm={() =>
          end.mutate(undefined, {
            onSuccess: () => toast({ title: words.othersDone }),
            onError: (error) => showErrorToast(words.failed, error),
            onSettled: onClose,
          })
        }
      >
        {words.othersDetail(others)}
      </ConfirmDialog>
    );
  }
  const name = deviceWords(leaving);
  return (
    <ConfirmDialog
      title={words.signOutTitle(name)}
      confirm={words.signOut}
      keep={words.keep}
      pending={end.isPending}
      onClose={onClose}
      onConfirm={() =>
        leaving.current
          ? signOut()
          : end.mutate(leaving.sign_in_id, {
              onSuccess: () => toast({ title: words.done(name) }),
              onError: (error) => showErrorToast(words.failed, error),
              onSettled: onClose,
            })
      }
    >
      {words.signOutDetail}
    </ConfirmDialog>
  );
}
