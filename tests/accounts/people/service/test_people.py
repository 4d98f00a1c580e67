import pytest
from tests.clients import ClientFactory

from llmbattler.accounts.errors import EmailTaken, LastAdmin, PersonNotFound
from llmbattler.accounts.models import Account, AccountKind
from llmbattler.accounts.people.schemas import AuditIn, NewInvitationIn, PeopleIn, PersonIn
from llmbattler.accounts.people.service import people
from llmbattler.core.db import Database


async def test_a_demoted_admin_is_signed_out_and_loses_invitations_for_admins(
    clients: ClientFactory, database: Database
) -> None:
    actor, demoted = await clients.admin(), await clients.admin()
    async with database.unit() as session:
        for kind in (AccountKind.ADMIN, AccountKind.MEMBER):
            wanted = NewInvitationIn(kind=kind)
            await people.invite(session, actor=demoted.person, wanted=wanted, site="http://localhost")
    async with database.unit() as session:
        changed = await people.change_person(
            session,
            actor=actor.person,
            account_id=demoted.account_id,
            wanted=PersonIn(kind=AccountKind.MEMBER),
        )
        assert (changed.kind, changed.sign_ins) == (AccountKind.MEMBER, 0)
    async with database.unit() as session:
        invitations = (await people.list_invitations(session)).invitations
        assert {one.kind: one.revoked_at is not None for one in invitations} == {
            AccountKind.ADMIN: True,
            AccountKind.MEMBER: False,
        }


async def test_the_last_admin_and_a_taken_address_are_refused_without_an_audit_entry(
    clients: ClientFactory, database: Database
) -> None:
    admin, member = await clients.admin("admin@example.org"), await clients.member()
    for account_id, wanted, problem in (
        (admin.account_id, PersonIn(kind=AccountKind.MEMBER), LastAdmin),
        (admin.account_id, PersonIn(deactivated=True), LastAdmin),
        (member.account_id, PersonIn(email="admin@example.org"), EmailTaken),
        ("v_unknown", PersonIn(name="x"), PersonNotFound),
    ):
        with pytest.raises(problem):
            async with database.unit() as session:
                await people.change_person(session, actor=admin.person, account_id=account_id, wanted=wanted)
    async with database.unit() as session:
        assert (await people.list_entries(session, wanted=AuditIn())).entries == []


async def test_pages_of_people_follow_each_other_without_gaps(database: Database) -> None:
    expected = {f"m_{number}" for number in range(5)}
    async with database.unit() as session:
        session.add_all(Account(account_id=one, kind=AccountKind.MEMBER) for one in expected)
    seen: list[str] = []
    cursor = None
    for _ in range(3):
        async with database.unit() as session:
            page = await people.list_people(session, wanted=PeopleIn(limit=2, cursor=cursor))
        seen += [one.account_id for one in page.people]
        cursor = page.next_cursor
    assert cursor is None
    assert (len(seen), set(seen)) == (5, expected)
