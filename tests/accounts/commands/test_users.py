import asyncio
import json
import re
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.accounts.authentication.repository import add_account
from llmbattler.accounts.commands import audit, tokens, users
from llmbattler.accounts.models import AccountKind, Scope
from llmbattler.accounts.profile.schemas import TokenIn
from llmbattler.accounts.profile.service.profile import make_token
from llmbattler.accounts.schemas import Person
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.ids import uuid7
from llmbattler.core.settings import Settings

Run = Callable[..., Result]
COMMANDS = {"users": users.app, "tokens": tokens.app, "audit": audit.app}


@pytest.fixture
def run(terminal: None, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("SITE_URL", "https://arena.example.org")

    def run(command: str, *arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(COMMANDS[command], list(arguments))

    return run


@pytest.fixture
def join(address: DatabaseAddress, settings: Settings) -> Callable[..., str]:
    def join(kind: AccountKind, email: str, *, token: bool = False) -> str:
        account_id = f"m_{uuid7().hex}"

        async def work() -> None:
            database = Database(address, settings)
            async with database.unit() as session:
                await add_account(session, {"account_id": account_id, "kind": kind, "email": email})
                if token:
                    wanted = TokenIn(name="laptop", scopes=[Scope.READ])
                    await make_token(session, person=Person(account_id, kind), wanted=wanted)
            await database.close()

        asyncio.run(work())
        return account_id

    return join


def test_the_first_admin_gets_a_link(run: Run, join: Callable[..., str]) -> None:
    link = run("users", "setup-link").stdout.strip()
    assert link.startswith("https://arena.example.org/setup#llmbl_")
    join(AccountKind.ADMIN, "a@example.org")
    again = run("users", "setup-link")
    assert again.exit_code == 1
    assert "There is an admin already" in again.stderr


def test_roles_and_deactivating(run: Run, join: Callable[..., str]) -> None:
    account_id = join(AccountKind.MEMBER, "m@example.org")
    assert "moderator" in run("users", "role", "M@example.org", "moderator").stdout
    assert "deactivated" in run("users", "deactivate", account_id).stdout
    listed = run("users", "list").stdout
    assert "m@example.org" in listed
    assert "deactivated" in listed
    assert "deactivated" not in run("users", "activate", account_id).stdout
    assert "signed out everywhere" in run("users", "sign-out", account_id).stdout
    assert "https://arena.example.org/reset#llmbl_" in run("users", "reset", "m@example.org").stdout
    entries = [json.loads(line) for line in run("audit", "export").stdout.splitlines()]
    assert {entry["actor"] for entry in entries} == {"command line"}
    assert [entry["action"] for entry in entries] == [
        "person.reset_link_made",
        "person.signed_out",
        "person.changed",
        "person.changed",
        "person.changed",
    ]
    assert "person.signed_out" in run("audit", "list", "--action", "person.").stdout


def test_what_makes_no_sense_is_one_sentence(run: Run, join: Callable[..., str]) -> None:
    join(AccountKind.ADMIN, "a@example.org")
    nobody = run("users", "role", "nobody@example.org", "admin")
    assert (nobody.exit_code, "Nobody has the id or address" in nobody.stderr) == (1, True)
    last = run("users", "role", "a@example.org", "member")
    assert (last.exit_code, "last admin" in last.stderr) == (1, True)
    assert run("users", "role", "a@example.org", "king").exit_code == 2


@pytest.mark.parametrize(
    "typed",
    [
        ("users", "list", "--search", "x" * 101),
        ("users", "list", "--search", "\udcff"),
        ("users", "invite", "--note", "x" * 201),
        ("audit", "list", "--actor", "x" * 1000),
    ],
)
def test_what_is_too_long_or_no_text_is_one_sentence(run: Run, typed: tuple[str, ...]) -> None:
    refused = run(*typed)
    assert refused.exit_code == 1
    assert "should" in refused.stderr or "must" in refused.stderr
    assert "pydantic" not in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_invitations(run: Run) -> None:
    made = run("users", "invite", "--role", "moderator", "--places", "3", "--note", "Team").stdout
    assert re.search(r"https://arena\.example\.org/join#llmbi_\S{40}", made)
    listed = run("users", "invitations").stdout
    assert "0/3" in listed
    assert "Team" in listed
    (invitation,) = re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", listed)
    assert "revoked" not in listed
    assert run("users", "uninvite", invitation).stdout == "Revoked.\n"
    assert "revoked" in run("users", "invitations").stdout
    again = run("users", "uninvite", invitation)
    assert (again.exit_code, "This invitation does not exist." in again.stderr) == (1, True)


def test_tokens_are_seen_and_revoked(run: Run, join: Callable[..., str]) -> None:
    join(AccountKind.MEMBER, "m@example.org", token=True)
    listed = run("tokens", "list", "m@example.org").stdout
    (token_id,) = re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", listed)
    assert "laptop" in listed
    assert run("tokens", "revoke", token_id).exit_code == 0
    assert "laptop" not in run("tokens", "list", "m@example.org").stdout
    again = run("tokens", "revoke", token_id)
    assert (again.exit_code, "token does not exist" in again.stderr) == (1, True)
