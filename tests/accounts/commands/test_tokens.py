import asyncio

from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.accounts.authentication.repository import add_account
from llmbattler.accounts.commands import tokens
from llmbattler.accounts.models import AccountKind, Scope
from llmbattler.accounts.profile.schemas import NewTokenOut, TokenIn
from llmbattler.accounts.profile.service.profile import make_token
from llmbattler.accounts.schemas import Person
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings


def run(*arguments: str) -> Result:
    with capture_logs():
        return CliRunner().invoke(tokens.app, list(arguments))


def add_token(address: DatabaseAddress, settings: Settings) -> NewTokenOut:
    async def work() -> NewTokenOut:
        database = Database(address, settings)
        async with database.unit() as session:
            await add_account(session, {"account_id": "m_1", "kind": AccountKind.MEMBER, "email": "m@example.org"})
            wanted = TokenIn(name="laptop", scopes=[Scope.WRITE, Scope.READ], days=None)
            made = await make_token(session, person=Person("m_1", AccountKind.MEMBER), wanted=wanted)
        await database.close()
        return made

    return asyncio.run(work())


def test_a_token_is_listed_without_its_secret_until_it_is_revoked(
    terminal: None, address: DatabaseAddress, settings: Settings
) -> None:
    made = add_token(address, settings)
    listed = run("list", "m_1").stdout
    for shown in (str(made.token_id), "laptop", made.hint, "read, write"):
        assert shown in listed
    assert listed.count("never") == 2
    assert made.token not in listed
    assert run("revoke", str(made.token_id)).stdout == "Revoked.\n"
    assert "laptop" not in run("list", "m_1").stdout


def test_an_unknown_person_or_a_malformed_id_is_refused(terminal: None) -> None:
    assert run("list", "nobody@example.org").exit_code == 1
    assert run("revoke", "no-id").exit_code == 2
