import { Ban, Mail } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import { type Invitation, useRevokeInvitation } from "../../api/invitations";
import { invitationState } from "../../fns/invitation-state";
import { peopleStrings } from "../../fns/people-strings";
import { adminStrings } from "../../fns/strings";
import { Loaded } from "../parts/loaded";

const words = peopleStrings.invitations;
const { columns } = words;

const nameOf = (one: Invitation) => one.note || words.hint(one.hint);

export function InvitationsList() {
  const query = $api.useQuery("get", "/api/admin/invitations");
  const [leaving, setLeaving] = useState<Invitation>();
  return (
    <Loaded query={query} name={words.title}>
      {({ invitations }) =>
        invitations.length === 0 ? (
          <EmptyState icon={Mail} title={words.empty.title}>
            {words.empty.detail}
          </EmptyState>
        ) : (
          <>
            <Table>
              <thead>
                <tr>
                  <HeadCell>{columns.invitation}</HeadCell>
                  <HeadCell className="max-sm:hidden">{columns.role}</HeadCell>
                  <HeadCell>{columns.taken}</HeadCell>
                  <HeadCell className="max-md:hidden">{columns.expires}</HeadCell>
                  <HeadCell>{columns.state}</HeadCell>
                  <HeadCell>
                    <span className="sr-only">{words.revoke}</span>
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {invitations.map((one) => (
                  <InvitationRow key={one.invitation_id} one={one} onRevoke={setLeaving} />
                ))}
              </tbody>
            </Table>
            {leaving && <RevokeDialog one={leaving} onClose={() => setLeaving(undefined)} />}
          </>
        )
      }
    </Loaded>
  );
}

interface InvitationRowProps {
  one: Invitation;
  onRevoke: (one: Invitation) => void;
}

function InvitationRow({ one, onRevoke }: InvitationRowProps) {
  const state = invitationState(one, new Date());
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-28 truncate">
        <span className="font-semibold">{one.note || words.noNote}</span>
        <span className="block truncate text-xs text-dim">{words.hint(one.hint)}</span>
      </Cell>
      <Cell className="max-sm:hidden">{adminStrings.roles[one.kind]}</Cell>
      <Cell className="tabular-nums">
        {words.taken(formatCount(one.taken), formatCount(one.places))}
      </Cell>
      <Cell className="text-dim max-md:hidden">
        <RelativeTime iso={one.expires_at} />
      </Cell>
      <Cell>
        <Badge className={state === "open" ? "text-ink" : ""}>{words.states[state]}</Badge>
      </Cell>
      <Cell className="py-1 text-right">
        {state === "open" && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={words.revokeLabel(nameOf(one))}
            onClick={() => onRevoke(one)}
          >
            <Ban aria-hidden="true" />
          </Button>
        )}
      </Cell>
    </Row>
  );
}

function RevokeDialog({ one, onClose }: { one: Invitation; onClose: () => void }) {
  const revoke = useRevokeInvitation();
  return (
    <ConfirmDialog
      title={words.revokeTitle(nameOf(one))}
      confirm={words.revoke}
      pending={revoke.isPending}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(one.invitation_id, {
          onSuccess: () => toast({ title: words.revoked }),
          onSettled: onClose,
        })
      }
    >
      {words.revokeDetail}
    </ConfirmDialog>
  );
}
