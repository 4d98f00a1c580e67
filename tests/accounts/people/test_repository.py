from datetime import UTC, datetime, timedelta

from llmbattler.accounts.models import Account, AccountKind, AuditEntry, Invitation
from llmbattler.accounts.people import repository
from llmbattler.accounts.people.repository import AuditQuery, PeopleQuery
from llmbattler.core.db import Database, Session

NOW = datetime.now(UTC)


async def list_ids(session: Session, wanted: PeopleQuery) -> list[str]:
    return [account.account_id for account, _ in await repository.list_people(session, wanted)]


async def test_people_are_listed_newest_first_and_filtered(database: Database) -> None:
    async with database.unit() as session:
        for number, (account_id, kind) in enumerate(
            [("m_ann", AccountKind.MEMBER), ("m_bob", AccountKind.ADMIN), ("v_1", AccountKind.VISITOR)]
        ):
            created = NOW - timedelta(days=number)
            session.add(Account(account_id=account_id, kind=kind, name=account_id[2:].title(), created_at=created))
    async with database.unit() as session:
        assert await list_ids(session, PeopleQuery()) == ["m_ann", "m_bob"]
        assert await list_ids(session, PeopleQuery(kind=AccountKind.VISITOR)) == ["v_1"]
        assert await list_ids(session, PeopleQuery(q="BOB")) == ["m_bob"]
        assert await list_ids(session, PeopleQuery(q="%")) == []
        assert await list_ids(session, PeopleQuery(after=(NOW, "m_ann"))) == ["m_bob"]
        assert await list_ids(session, PeopleQuery(deactivated=True)) == []


async def test_only_open_invitations_of_the_given_roles_are_revoked(database: Database) -> None:
    async with database.unit() as session:
        for name, kind, taken in (
            ("open", AccountKind.ADMIN, 0),
            ("full", AccountKind.ADMIN, 1),
            ("member", AccountKind.MEMBER, 0),
        ):
            session.add(
                Invitation(
                    secret_hash=name,
                    hint=name,
                    kind=kind,
                    created_by="m_1",
                    places=1,
                    taken=taken,
                    expires_at=NOW + timedelta(days=1),
                )
            )
    async with database.unit() as session:
        revoked = await repository.delete_invitations_of(session, "m_1", [AccountKind.ADMIN])
        assert [invitation.hint for invitation in revoked] == ["open"]
        assert await repository.delete_invitations_of(session, "m_2", list(AccountKind)) == []


async def test_a_trailing_dot_matches_all_actions_of_a_kind(database: Database) -> None:
    async with database.unit() as session:
        for action in ("model.paused", "model.added", "models.imported"):
            session.add(AuditEntry(actor="site", action=action, subject="one"))
            await session.flush()

    async def list_actions(action: str) -> list[str]:
        async with database.unit() as session:
            return [row.action for row, _ in await repository.list_entries(session, AuditQuery(action=action))]

    assert await list_actions("model.") == ["model.added", "model.paused"]
    assert await list_actions("model.paused") == ["model.paused"]
    assert await list_actions("model") == []
