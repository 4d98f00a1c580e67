import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { showErrorToast } from "@/components/ui/error-toast";
import { Hint } from "@/components/ui/hint";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeadCell, Table, Row as TableRow } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-store";
import { formatCount } from "@/lib/format";
import type { VoteSet } from "../api/ratings";
import { useRemoveVoteSet } from "../api/vote-sets";
import { importStrings as words } from "../fns/import-strings";

interface VoteSetsTableProps {
  sets: readonly VoteSet[];
  mayRemove: boolean;
}

export function VoteSetsTable({ sets, mayRemove }: VoteSetsTableProps) {
  const [leaving, setLeaving] = useState<VoteSet>();
  return (
    <>
      <Table>
        <thead>
          <tr>
            <HeadCell>{words.set}</HeadCell>
            <HeadCell className="max-sm:hidden">{words.origin}</HeadCell>
            <HeadCell className="text-right">{words.votes}</HeadCell>
            <HeadCell className="text-right max-sm:hidden">
              <Hint content={words.skippedHint}>{words.skipped}</Hint>
            </HeadCell>
            <HeadCell>{words.when}</HeadCell>
            {mayRemove && (
              <HeadCell>
                <span className="sr-only">{words.remove}</span>
              </HeadCell>
            )}
          </tr>
        </thead>
        <tbody>
          {sets.map((set) => (
            <TableRow key={set.name}>
              <Cell className="max-w-48 truncate">
                <Link
                  to="/leaderboard"
                  search={{ board: set.board }}
                  className="font-semibold after:absolute after:inset-0"
                >
                  {set.name}
                </Link>
              </Cell>
              <Cell className="max-w-48 truncate text-dim max-sm:hidden">{set.origin}</Cell>
              <Cell className="text-right tabular-nums">{formatCount(set.votes)}</Cell>
              <Cell className="text-right text-dim tabular-nums max-sm:hidden">
                {formatCount(set.skipped)}
              </Cell>
              <Cell className="text-dim">
                <span className="relative z-10">
                  <RelativeTime iso={set.created_at} />
                </span>
              </Cell>
              {mayRemove && (
                <Cell className="py-1 text-right">
                  <Button
                    variant="ghost"
                    size="icon"
                    className="relative z-10"
                    aria-label={words.removeLabel(set.name)}
                    onClick={() => setLeaving(set)}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                </Cell>
              )}
            </TableRow>
          ))}
        </tbody>
      </Table>
      {leaving && <RemoveDialog set={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

function RemoveDialog({ set, onClose }: { set: VoteSet; onClose: () => void }) {
  const remove = useRemoveVoteSet();
  return (
    <ConfirmDialog
      title={words.removeTitle(set.name)}
      confirm={words.removeConfirm}
      keep={words.keep}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(set.name, {
          onSuccess: () => toast({ title: words.removed(set.name) }),
          onError: (error) => showErrorToast(words.removeFailed, error),
          onSettled: onClose,
        })
      }
    >
      {words.removeDetail(formatCount(set.votes))}
    </ConfirmDialog>
  );
}
