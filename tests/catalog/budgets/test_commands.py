from collections.abc import Callable

import psycopg
import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.catalog.budgets import commands
from llmbattler.core.db.engine import DatabaseAddress

Run = Callable[..., Result]


@pytest.fixture
def run(terminal: None) -> Run:

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(commands.app, list(arguments))

    return run


def ask(address: DatabaseAddress, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(address.url, autocommit=True) as connection:
        return connection.execute(query).fetchall()


def test_budgets_are_set_shown_and_removed(run: Run, address: DatabaseAddress) -> None:
    assert "There are no budgets." in run("show").stdout
    assert run("set", "site", "--limit", "12.5").stdout == "The site may spend $12.50 a day.\n"
    assert run("set", "member", "*", "--limit", "0.5", "--warn-at", "0.5").exit_code == 0
    assert "switched off" in run("set", "provider", "api.openai.com", "--limit", "3", "--off").stdout
    lines = [line.split() for line in run("show").stdout.splitlines()]
    assert lines[2] == ["site", "all", "$12.50", "$0.00", "$0.00", "0%", "80%"]
    assert lines[3] == ["provider", "api.openai.com", "$3.00", "$0.00", "$0.00", "0%", "80%", "off"]
    assert lines[4] == ["member", "*", "$0.50", "$0.00", "$0.00", "0%", "50%"]
    assert run("remove", "site").stdout == "The site no longer has a limit.\n"
    gone = run("remove", "site")
    assert gone.exit_code == 1
    assert "This budget does not exist." in gone.stderr
    written = ask(address, "SELECT actor, action, subject FROM audit_log ORDER BY entry_id")
    assert written == [
        ("command line", "budget.set", "site"),
        ("command line", "budget.set", "member:*"),
        ("command line", "budget.set", "provider:api.openai.com"),
        ("command line", "budget.removed", "site"),
    ]


def test_what_is_no_budget_is_refused(run: Run) -> None:
    assert run("set", "site").exit_code == 2
    assert run("set", "site", "--limit", "-1").exit_code == 2
    wrong = run("set", "site", "other", "--limit", "1")
    assert wrong.exit_code == 1
    assert "A budget is for `site/all`" in wrong.stderr


def test_a_member_is_given_by_address_and_an_unknown_member_is_refused(run: Run, address: DatabaseAddress) -> None:
    ask(
        address,
        "INSERT INTO accounts (account_id, kind, email) VALUES ('m_1', 'member', 'ann@example.org') RETURNING 1",
    )
    assert run("set", "member", "Ann@example.org", "--limit", "2").exit_code == 0
    assert ask(address, "SELECT scope, subject FROM budgets") == [("member", "m_1")]
    for wrong in ("bob@example.org", "m_2"):
        refused = run("set", "member", wrong, "--limit", "2")
        assert refused.exit_code == 1
        assert f"Nobody has the id or address '{wrong}'." in refused.stderr
    refused = run("set", "provider", "https://api.openai.com", "--limit", "2")
    assert refused.exit_code == 1
    assert "provider/<host>" in refused.stderr
    assert run("remove", "member", "ann@example.org").exit_code == 0
    assert ask(address, "SELECT 1 FROM budgets") == []


def test_sums_are_compared_with_the_ledger(run: Run, address: DatabaseAddress) -> None:
    assert run("check").stdout == "The spend agrees with the ledger.\n"
    ask(address, "INSERT INTO spend VALUES (current_date, 'site', '', 30000, 0) RETURNING 1")
    differing = run("check")
    assert differing.exit_code == 1
    assert "site: $0.03, now $0.00" in differing.stdout
    assert "One sum was different from the ledger and corrected." in differing.stderr
    assert run("check").exit_code == 0
