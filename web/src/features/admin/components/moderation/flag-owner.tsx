import { Ban, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeChip } from "@/components/ui/code-chip";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import { type FlagDetails, useBlock } from "../../api/moderation";
import { moderationStrings } from "../../fns/moderation-strings";

const words = moderationStrings.owner;

/** The owner of the conversation; visitors can be blocked here. */
export function FlagOwner({ owner }: { owner: FlagDetails["owner"] }) {
  const [asking, setAsking] = useState(false);
  const block = useBlock();
  const accountId = owner.account_id;
  return (
    <section
      aria-label={words.title}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line p-3.5"
    >
      <div className="min-w-48 flex-1">
        <p>{sentence(owner)}</p>
        <CodeChip>{accountId.slice(0, 10)}…</CodeChip>
      </div>
      {owner.kind === "visitor" &&
        (owner.blocked ? (
          <Button
            disabled={block.isPending}
            onClick={() =>
              block.mutate(
                { accountId, does: "unblock" },
                { onSuccess: () => toast({ title: words.undone }) },
              )
            }
          >
            <RotateCcw aria-hidden="true" />
            {words.unblock}
          </Button>
        ) : (
          <Button onClick={() => setAsking(true)}>
            <Ban aria-hidden="true" />
            {words.block}
          </Button>
        ))}
      {asking && (
        <ConfirmDialog
          title={words.askTitle}
          confirm={words.block}
          pending={block.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            block.mutate(
              { accountId, does: "block" },
              {
                onSuccess: () => toast({ title: words.done }),
                onSettled: () => setAsking(false),
              },
            )
          }
        >
          {words.detail}
        </ConfirmDialog>
      )}
    </section>
  );
}

function sentence({ kind, blocked }: FlagDetails["owner"]): string {
  if (blocked) return words.blocked;
  if (kind === null) return words.gone;
  return kind === "visitor" ? words.visitor : words.person;
}
