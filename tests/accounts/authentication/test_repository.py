from datetime import UTC, datetime, timedelta

from llmbattler.accounts.authentication import repository
from llmbattler.accounts.models import AccountKind, Invitation, LinkPurpose, OneTimeLink
from llmbattler.core.db import Database

NOW = datetime.now(UTC)


async def test_guesses_are_counted_per_key_and_slot(database: Database) -> None:
    async with database.unit() as session:
        counts = [await repository.count_guess(session, key, NOW) for key in ("a", "a", "b")]
        assert counts == [1, 2, 1]
        assert await repository.count_guess(session, "a", NOW + timedelta(minutes=15)) == 1
        await repository.delete_guesses(session, ["a"])
        assert [await repository.count_guess(session, key, NOW) for key in ("a", "b")] == [1, 2]


async def test_an_invitation_is_used_only_as_often_as_it_has_places(database: Database) -> None:
    async with database.unit() as session:
        for name, expires_at in (("open", NOW + timedelta(days=1)), ("expired", NOW - timedelta(days=1))):
            session.add(
                Invitation(
                    secret_hash=name,
                    hint="",
                    kind=AccountKind.MEMBER,
                    created_by="site",
                    places=1,
                    expires_at=expires_at,
                )
            )
    async with database.unit() as session:
        taken = await repository.update_invitation_use(session, "open")
        assert taken is not None
        assert await repository.update_invitation_use(session, "open") is None
        assert await repository.update_invitation_use(session, "expired") is None
        await repository.update_invitation_return(session, taken.invitation_id)
        assert await repository.update_invitation_use(session, "open") is not None


async def test_a_link_works_once_and_only_for_its_purpose(database: Database) -> None:
    async with database.unit() as session:
        link = OneTimeLink(purpose=LinkPurpose.SETUP, secret_hash="s", expires_at=NOW + timedelta(days=1))
        repository.add_link(session, link)
    async with database.unit() as session:
        assert await repository.find_and_spend_link(session, LinkPurpose.RESET, "s") is None
        assert await repository.find_and_spend_link(session, LinkPurpose.SETUP, "s") is not None
        assert await repository.find_and_spend_link(session, LinkPurpose.SETUP, "s") is None
