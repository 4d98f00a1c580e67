import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type InvitationInput, useInvite } from "../../api/invitations";
import { peopleStrings } from "../../fns/people-strings";
import { ROLES } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";
import { SecretOnce } from "../parts/secret-once";

const words = peopleStrings.invitations;

const DEFAULT_INPUT: Required<InvitationInput> = { kind: "member", places: 1, days: 7, note: "" };

/** Creates an invitation link from role, number of uses, expiry and note. The link is shown only once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [input, setInput] = useState(DEFAULT_INPUT);
  const invite = useInvite();
  if (invite.data) {
    return (
      <SecretOnce
        title={words.made}
        label={words.link}
        secret={invite.data.link}
        expiresAt={invite.data.expires_at}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.makeTitle}>
      <p className="mt-1 mb-4 text-dim">{words.lead}</p>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate(input);
        }}
      >
        <Field label={words.role} hint={peopleStrings.changeRole[input.kind]}>
          {(ids) => (
            <Select
              {...ids}
              value={input.kind}
              onChoose={(kind) => setInput({ ...input, kind })}
              choices={ROLES.map((value) => ({ value, label: adminStrings.roles[value] }))}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-3">
          <Field label={words.places}>
            {(ids) => (
              <Count
                {...ids}
                most={1000}
                value={input.places}
                onValue={(places) => setInput({ ...input, places })}
              />
            )}
          </Field>
          <Field label={words.days}>
            {(ids) => (
              <Count
                {...ids}
                most={90}
                value={input.days}
                onValue={(days) => setInput({ ...input, days })}
              />
            )}
          </Field>
        </div>
        <Field label={words.note} hint={words.noteHint}>
          {(ids) => (
            <Input
              {...ids}
              value={input.note}
              maxLength={200}
              onChange={(event) => setInput({ ...input, note: event.target.value })}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{adminStrings.cancel}</Button>
          <Button type="submit" variant="primary" disabled={invite.isPending}>
            {words.makeConfirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface CountProps {
  id: string;
  most: number;
  value: number;
  onValue: (value: number) => void;
}

function Count({ most, value, onValue, ...ids }: CountProps) {
  return (
    <Input
      {...ids}
      type="number"
      required
      min={1}
      max={most}
      value={Number.isNaN(value) ? "" : value}
      onChange={(event) => onValue(event.target.valueAsNumber)}
      className="tabular-nums"
    />
  );
}
