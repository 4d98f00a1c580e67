import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast-store";
import { type Person, useChangePerson, useCreateResetLink, useSignOut } from "../../api/people";
import { peopleStrings as words } from "../../fns/people-strings";
import { personName } from "../../fns/person-name";
import { atLeast, type ROLES } from "../../fns/roles";
import { adminStrings } from "../../fns/strings";
import { SecretOnce } from "../parts/secret-once";

type AccountRole = (typeof ROLES)[number];

/** An action on a person that is waiting for confirmation. */
export type PersonAction =
  | { what: "role"; person: Person; role: AccountRole }
  | { what: "reset" | "signOut" | "activate" | "deactivate"; person: Person };

interface AskedProps<A> {
  asked: A;
  onClose: () => void;
}

export function PersonDialog({ asked, onClose }: AskedProps<PersonAction>) {
  if (asked.what === "role") return <RoleDialog asked={asked} onClose={onClose} />;
  const { person, what } = asked;
  if (what === "reset") return <ResetDialog person={person} onClose={onClose} />;
  if (what === "signOut") return <SignOutDialog person={person} onClose={onClose} />;
  return <ActivationDialog person={person} active={what === "activate"} onClose={onClose} />;
}

function RoleDialog({ asked, onClose }: AskedProps<Extract<PersonAction, { what: "role" }>>) {
  const { person, role } = asked;
  const change = useChangePerson();
  const name = personName(person);
  const label = adminStrings.roles[role];
  const said = words.changeRole;
  return (
    <ConfirmDialog
      title={role === "admin" ? said.titleAdmin(name) : said.title(name, label)}
      confirm={said.confirm}
      pending={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          { accountId: person.account_id, changes: { kind: role } },
          {
            onSuccess: () => toast({ title: said.done(name, label) }),
            onSettled: onClose,
          },
        )
      }
    >
      <p>{said[role]}</p>
      {!atLeast(role, person.kind) && <p className="mt-1.5">{said.demotes}</p>}
    </ConfirmDialog>
  );
}

interface PersonProps {
  person: Person;
  onClose: () => void;
}

function ActivationDialog({ person, active, onClose }: PersonProps & { active: boolean }) {
  const change = useChangePerson();
  const name = personName(person);
  const said = active ? words.activate : words.deactivate;
  return (
    <ConfirmDialog
      title={said.title(name)}
      confirm={said.action}
      pending={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          { accountId: person.account_id, changes: { deactivated: !active } },
          { onSuccess: () => toast({ title: said.done(name) }), onSettled: onClose },
        )
      }
    >
      {said.detail}
    </ConfirmDialog>
  );
}

function SignOutDialog({ person, onClose }: PersonProps) {
  const signOut = useSignOut();
  const name = personName(person);
  return (
    <ConfirmDialog
      title={words.signOut.title(name)}
      confirm={words.signOut.action}
      pending={signOut.isPending}
      onClose={onClose}
      onConfirm={() =>
        signOut.mutate(person.account_id, {
          onSuccess: () => toast({ title: words.signOut.done(name) }),
          onSettled: onClose,
        })
      }
    >
      {words.signOut.detail}
    </ConfirmDialog>
  );
}

function ResetDialog({ person, onClose }: PersonProps) {
  const make = useCreateResetLink();
  const title = words.reset.title(personName(person));
  if (make.data) {
    const { link, expires_at } = make.data;
    return (
      <SecretOnce
        title={title}
        label={words.reset.label}
        secret={link}
        expiresAt={expires_at}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={title}
      confirm={words.reset.action}
      pending={make.isPending}
      onClose={onClose}
      onConfirm={() => make.mutate(person.account_id, { onError: onClose })}
    >
      {words.reset.detail}
    </ConfirmDialog>
  );
}
