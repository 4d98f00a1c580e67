from tests.clients import ClientFactory

from llmbattler.accounts.models import Scope
from llmbattler.accounts.profile import repository
from llmbattler.accounts.repository import get_account
from llmbattler.core.db import Database


async def test_a_sign_in_or_token_of_somebody_else_is_not_ended(clients: ClientFactory, database: Database) -> None:
    member, other = await clients.member(), await clients.member()
    await clients.program(member, Scope.READ)
    assert member.person.credential is not None
    async with database.unit() as session:
        (token,) = await repository.list_tokens(session, member.account_id)
        for owner, ended in ((other.account_id, False), (member.account_id, True), (member.account_id, False)):
            assert await repository.delete_sign_in(session, owner, member.person.credential) is ended
            assert (await repository.delete_token(session, token.token_id, account_id=owner) is not None) is ended
        assert await repository.list_sign_ins(session, member.account_id) == []
        assert await repository.list_tokens(session, member.account_id) == []
        assert len(await repository.list_sign_ins(session, other.account_id)) == 1


async def test_deleting_an_account_leaves_the_others(clients: ClientFactory, database: Database) -> None:
    gone, stays = await clients.admin(), await clients.admin()
    await clients.member()
    async with database.unit() as session:
        assert await repository.count_admins(session) == 2
        await repository.delete_account(session, gone.account_id)
    async with database.unit() as session:
        assert await repository.count_admins(session) == 1
        assert await get_account(session, gone.account_id) is None
        assert await repository.list_sign_ins(session, gone.account_id) == []
        assert len(await repository.list_sign_ins(session, stays.account_id)) == 1
