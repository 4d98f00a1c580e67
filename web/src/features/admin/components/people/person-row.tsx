import { Ellipsis, KeyRound, LogOut, UserCheck, UserX } from "lucide-react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { Cell, Row } from "@/components/ui/table";
import { cn } from "@/lib/cn";
import { formatCount } from "@/lib/format";
import type { Person } from "../../api/people";
import { peopleStrings as words } from "../../fns/people-strings";
import { personName } from "../../fns/person-name";
import { accountRole, ROLES } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";
import type { PersonAction } from "./person-dialog";

interface PersonRowProps {
  person: Person;
  isMe: boolean;
  onAsk: (asked: PersonAction) => void;
}

export function PersonRow({ person, isMe, onAsk }: PersonRowProps) {
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-36">
        <PersonName person={person} isMe={isMe} />
      </Cell>
      <Cell className="py-1.5">
        <Select
          className="w-33"
          aria-label={words.roleOf(personName(person))}
          value={accountRole(person.kind)}
          onChoose={(role) => onAsk({ what: "role", person, role })}
          choices={ROLES.map((value) => ({ value, label: adminStrings.roles[value] }))}
        />
      </Cell>
      <Cell className="text-dim tabular-nums max-lg:hidden">
        {person.sign_ins > 0 ? words.devices(formatCount(person.sign_ins)) : words.noDevices}
      </Cell>
      <Cell className="text-dim max-md:hidden">
        <RelativeTime iso={person.last_seen_at} />
      </Cell>
      <Cell className="text-dim max-lg:hidden">
        <RelativeTime iso={person.created_at} />
      </Cell>
      <Cell className="py-1 text-right">
        <PersonMenu person={person} onAsk={onAsk} />
      </Cell>
    </Row>
  );
}

function PersonName({ person, isMe }: { person: Person; isMe: boolean }) {
  const gone = person.deactivated_at !== null;
  return (
    <div className="min-w-0 leading-tight">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={cn("truncate font-semibold", gone && "text-dim line-through")}>
          {person.name || words.noName}
        </span>
        {isMe && <Badge>{words.you}</Badge>}
        {gone && <Badge>{words.states.deactivated}</Badge>}
        {person.company && <Badge>{words.company}</Badge>}
        {person.reset_asked_at && (
          <Badge className="border-accent text-accent">{words.resetAsked}</Badge>
        )}
      </div>
      <div className="truncate text-xs text-dim" title={person.email ?? person.account_id}>
        {person.email ?? person.account_id}
      </div>
    </div>
  );
}

function PersonMenu({ person, onAsk }: Omit<PersonRowProps, "isMe">) {
  const gone = person.deactivated_at !== null;
  const label = words.actions(personName(person));
  const ask = (what: "reset" | "signOut" | "activate" | "deactivate") => () =>
    onAsk({ what, person });
  return (
    <ActionMenu
      label={label}
      trigger={
        <Button variant="ghost" size="icon" aria-label={label}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
      actions={
        gone
          ? [{ label: words.activate.action, icon: UserCheck, onSelect: ask("activate") }]
          : [
              { label: words.reset.action, icon: KeyRound, onSelect: ask("reset") },
              { label: words.signOut.action, icon: LogOut, onSelect: ask("signOut") },
              { label: words.deactivate.action, icon: UserX, onSelect: ask("deactivate") },
            ]
      }
    />
  );
}
