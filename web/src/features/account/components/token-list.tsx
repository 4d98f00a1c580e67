import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { showErrorToast } from "@/components/ui/error-toast";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast-store";
import { type Token, useRevokeToken } from "../api/tokens";
import { settingsStrings } from "../fns/settings-strings";

const words = settingsStrings.tokens;

export function TokenList({ tokens }: { tokens: readonly Token[] }) {
  const [leaving, setLeaving] = useState<Token>();
  return (
    <>
      <Card>
        <ul>
          {tokens.map((token) => (
            <Row key={token.token_id} token={token} onRevoke={() => setLeaving(token)} />
          ))}
        </ul>
      </Card>
      {leaving && <RevokeDialog token={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function Row({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium">{token.name}</span>
          <code className="font-mono text-xs text-faint">{words.hint(token.hint)}</code>
          {token.scopes.map((scope) => (
            <Badge key={scope}>{words.scope[scope].title}</Badge>
          ))}
        </p>
        <p className="mt-0.5 text-[13px] text-dim">
          {token.last_used_at ? (
            <>
              {words.used} <RelativeTime iso={token.last_used_at} />
            </>
          ) : (
            words.neverUsed
          )}{" "}
          · <Expiry expiresAt={token.expires_at} />
        </p>
      </div>
      <Button variant="ghost" onClick={onRevoke}>
        <span>
          {words.revoke} <span className="sr-only">{token.name}</span>
        </span>
      </Button>
    </li>
  );
}

function Expiry({ expiresAt }: { expiresAt: string | null }) {
  if (!expiresAt) return words.noEnd;
  const isOver = new Date(expiresAt).getTime() <= Date.now();
  return (
    <>
      {isOver ? words.ended : words.until} <RelativeTime iso={expiresAt} />
    </>
  );
}

function RevokeDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useRevokeToken();
  return (
    <ConfirmDialog
      title={words.revokeTitle(token.name)}
      confirm={words.revoke}
      keep={words.keep}
      pending={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(token.token_id, {
          onSuccess: () => toast({ title: words.revoked(token.name) }),
          onError: (error) => showErrorToast(words.revokeFailed, error),
          onSettled: onClose,
        })
      }
    >
      {words.revokeDetail}
    </ConfirmDialog>
  );
}
