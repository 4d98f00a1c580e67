import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { describeFailure } from "@/lib/problem";
import type { Battle } from "../api/battle";
import { useShareBattle, useUnshareBattle } from "../api/share-battle";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.share;

interface ShareDialogProps {
  battle: Battle;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShareDialog({ battle, open, onOpenChange }: ShareDialogProps) {
  const share = useShareBattle(battle.battle_id);
  const unshare = useUnshareBattle(battle.battle_id);
  const failed = (error: unknown) => {
    const { requestId, title, detail } = describeFailure(error);
    toast({ title: words.failed, detail: detail ?? title, requestId });
  };
  const path = battle.share_path;
  const isBlind = battle.mode === "battle" && !battle.vote;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title}>
      <p className="mt-1 mb-4 text-dim">
        {isBlind ? words.blind : words.voted} {battle.mode !== "direct" && words.listed}
      </p>
      {path ? (
        <SharedLink
          address={`${window.location.origin}${path}`}
          revoking={unshare.isPending}
          onRevoke={() =>
            unshare.mutate(undefined, {
              onSuccess: () => toast({ title: words.revoked }),
              onError: failed,
            })
          }
        />
      ) : (
        <Button
          variant="primary"
          className="self-start"
          disabled={share.isPending}
          onClick={() => share.mutate(undefined, { onError: failed })}
        >
          {share.isPending ? words.creating : words.create}
        </Button>
      )}
    </Dialog>
  );
}

interface SharedLinkProps {
  address: string;
  revoking: boolean;
  onRevoke: () => void;
}

function SharedLink({ address, revoking, onRevoke }: SharedLinkProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Input
        readOnly
        aria-label={words.link}
        value={address}
        onFocus={(event) => event.target.select()}
        className="font-mono text-xs md:text-xs"
      />
      <Button variant="primary" onClick={() => copyText(address)}>
        {words.copy}
      </Button>
      <Button onClick={onRevoke} disabled={revoking}>
        {words.revoke}
      </Button>
    </div>
  );
}
