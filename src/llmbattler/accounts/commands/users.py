"""`llmbattler users`: accounts, roles and invitations."""

from enum import StrEnum
from typing import Annotated
from uuid import UUID

import typer
from rich.markup import escape

from llmbattler.core.commands import console, fail, parse_options, run_on_site
from llmbattler.core.console_table import ConsoleTable, number, prose
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings

from ..authentication.service import sign_ins
from ..people.schemas import (
    InvitationsOut,
    LinkOut,
    NewInvitationIn,
    NewInvitationOut,
    PeopleIn,
    PeopleOut,
    PersonIn,
    PersonOut,
)
from ..people.service import people
from ..schemas import AccountKind
from ..service import access
from ..service.audit import COMMAND_LINE

app = typer.Typer(name="users", help="People: roles, invitations, links, deactivation.", no_args_is_help=True)

Who = Annotated[str, typer.Argument(help="An email address or an account id.")]


class RoleWord(StrEnum):
    MEMBER = "member"
    MODERATOR = "moderator"
    ADMIN = "admin"


@app.command("setup-link")
def setup_link() -> None:
    """Print a new link for the first admin. There is none once an admin exists."""

    async def work(resources: Resources) -> str | None:
        async with resources.get(Database).unit() as session:
            secret = await sign_ins.make_setup_link(session)
        return None if secret is None else f"{resources.get(Settings).address}/setup#{secret}"

    link = run_on_site(work)
    if link is None:
        fail("There is an admin already. `llmbattler users reset` makes a link for a new password.")
    console.print(escape(link), soft_wrap=True)


@app.command("list")
def list_people(
    search: Annotated[str, typer.Option(help="Part of a name, an address or an id.")] = "",
    visitors: Annotated[
        bool, typer.Option("--visitors", help="List visitors instead of people with an account.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 50,
) -> None:
    """List accounts, newest first."""
    wanted = parse_options(PeopleIn, q=search, kind=AccountKind.VISITOR if visitors else None, limit=limit)

    async def work(resources: Resources) -> PeopleOut:
        async with resources.get(Database).unit() as session:
            return await people.list_people(session, wanted=wanted)

    found = run_on_site(work)
    table = ConsoleTable("Account", "Role", prose("Name"), "Email", "Last seen", prose(""))
    for person in found.people:
        state = "deactivated" if person.deactivated_at else "asks for a new password" if person.reset_asked_at else ""
        table.add_row(
            person.account_id,
            person.kind,
            escape(person.name),
            escape(person.email or ""),
            f"{person.last_seen_at:%Y-%m-%d %H:%M}",
            state,
        )
    console.print(table)
    if found.next_cursor:
        console.print("There are more; narrow them down with --search.")


def _change(who: str, wanted: PersonIn) -> PersonOut:
    async def work(resources: Resources) -> PersonOut:
        async with resources.get(Database).unit() as session:
            account_id = await people.find_person(session, who=who)
            return await people.change_person(session, actor=COMMAND_LINE, account_id=account_id, wanted=wanted)

    return run_on_site(work)


def _print_person(person: PersonOut) -> None:
    state = ", deactivated" if person.deactivated_at else ""
    console.print(f"{escape(person.email or person.account_id)}: {person.kind}{state}")


@app.command()
def role(who: Who, kind: Annotated[RoleWord, typer.Argument(help="The new role.")]) -> None:
    """Change a person's role. Losing rights signs them out everywhere."""
    _print_person(_change(who, PersonIn.model_validate({"kind": kind.value})))


@app.command()
def deactivate(who: Who) -> None:
    """Deactivate an account. Its sessions and open streams end within seconds."""
    _print_person(_change(who, PersonIn(deactivated=True)))


@app.command()
def activate(who: Who) -> None:
    """Reactivate an account."""
    _print_person(_change(who, PersonIn(deactivated=False)))


@app.command()
def reset(who: Who) -> None:
    """Print a password reset link."""

    async def work(resources: Resources) -> LinkOut:
        settings = resources.get(Settings)
        async with resources.get(Database).unit() as session:
            account_id = await people.find_person(session, who=who)
            return await people.create_reset_link(session, actor=COMMAND_LINE, account_id=account_id, settings=settings)

    console.print(escape(run_on_site(work).link), soft_wrap=True)


@app.command("may-view")
def check_access(
    who: Who,
    kind: Annotated[str, typer.Argument(help="The kind of object: battle, session, image, suite, run, …")],
    object_id: Annotated[str, typer.Argument(help="The id of the object.")],
) -> None:
    """Tell whether a person may view an object, such as a battle or a run."""

    async def work(resources: Resources) -> bool:
        async with resources.get(Database).unit() as session:
            viewer = await people.get_viewer(session, who=who)
            return await access.may_view(
                session, settings=resources.get(Settings), viewer=viewer, kind=kind, object_id=object_id
            )

    answer = "may" if run_on_site(work) else "may not"
    console.print(f"{escape(who)} {answer} view {escape(kind)} {escape(object_id)}.")


@app.command("sign-out")
def sign_out(who: Who) -> None:
    """Sign a person out everywhere."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            account_id = await people.find_person(session, who=who)
            await people.sign_out(session, actor=COMMAND_LINE, account_id=account_id)

    run_on_site(work)
    console.print(f"{escape(who)} is signed out everywhere.")


@app.command()
def invite(
    kind: Annotated[RoleWord, typer.Option("--role", help="The role of people who accept it.")] = RoleWord.MEMBER,
    places: Annotated[int, typer.Option(min=1, max=1000, help="How many people may use it.")] = 1,
    days: Annotated[int, typer.Option(min=1, max=90, help="How long it works.")] = 7,
    note: Annotated[str, typer.Option(help="A note that is shown to people who open the link.")] = "",
) -> None:
    """Print an invitation link."""
    wanted = parse_options(NewInvitationIn, kind=kind.value, places=places, days=days, note=note)

    async def work(resources: Resources) -> NewInvitationOut:
        site = resources.get(Settings).address
        async with resources.get(Database).unit() as session:
            return await people.invite(session, actor=COMMAND_LINE, wanted=wanted, site=site)

    made = run_on_site(work)
    console.print(escape(made.link), soft_wrap=True)
    console.print(f"For {places} {kind}{'s' if places > 1 else ''}, until {made.expires_at:%Y-%m-%d %H:%M} UTC.")


@app.command()
def invitations() -> None:
    """List invitations."""

    async def work(resources: Resources) -> InvitationsOut:
        async with resources.get(Database).unit() as session:
            return await people.list_invitations(session)

    table = ConsoleTable("Invitation", "Begins with", "Role", number("Places"), "Until", prose("Note"), "")
    for one in run_on_site(work).invitations:
        state = "revoked" if one.revoked_at else ""
        until = f"{one.expires_at:%Y-%m-%d %H:%M}"
        taken = f"{one.taken}/{one.places}"
        table.add_row(str(one.invitation_id), one.hint, one.kind, taken, until, escape(one.note), state)
    console.print(table)


@app.command()
def uninvite(invitation: Annotated[UUID, typer.Argument(help="The id that `users invitations` shows.")]) -> None:
    """Revoke an invitation. People who used it keep their accounts."""

    async def work(resources: Resources) -> None:
        async with resources.get(Database).unit() as session:
            await people.revoke_invitation(session, actor=COMMAND_LINE, invitation_id=invitation)

    run_on_site(work)
    console.print("Revoked.")
