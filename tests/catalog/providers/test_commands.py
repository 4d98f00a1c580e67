import json
from collections.abc import Callable, Iterator

import psycopg
import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.cli import app as whole
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess

KEY = "sk-canary-command-line-LAST"
MASTER = "6d61737465722d6b65792d666f722d74657374732d30303031"
NEW_MASTER = "b1c2d3e4f5061728394a5b6c7d8e9f00112233445566778899"

Run = Callable[..., Result]


@pytest.fixture
def provider() -> Iterator[ProviderProcess]:
    with ProviderProcess() as provider:
        provider.script("alpha", Script(text="Hello there."))
        yield provider


@pytest.fixture
def run(terminal: None, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("MASTER_KEY", MASTER)

    def run(*arguments: str, given: str = "") -> Result:
        with capture_logs():
            return CliRunner().invoke(whole.app, list(arguments), input=given)

    return run


def test_a_key_is_set_used_listed_and_removed(run: Run, provider: ProviderProcess, address: DatabaseAddress) -> None:
    url = provider.addresses.openai_url
    assert "give its address with --base-url" in run("keys", "set", "house", given=f"{KEY}\n").stderr
    stored = run("keys", "set", "house", "--base-url", url, given=f"{KEY}\n")
    assert stored.exit_code == 0, stored.output
    shown = run("keys", "list")
    assert "…LAST" in shown.stdout
    assert "ready" in shown.stdout
    assert "ok: The connection works: a model answered." in run("keys", "test", "house").stdout
    added = run("models", "add", "alpha", "--provider", "house", "--name", "The alpha")
    assert added.exit_code == 0, added.output
    assert "The alpha works." in run("models", "test", "alpha").stdout
    moved = run("keys", "set", "house", "--base-url", "http://127.0.0.1:9/v1", given="another-key-99\n")
    assert "Changed: house" in moved.stdout
    assert run("keys", "remove", "house").exit_code == 0
    assert "no key" in run("keys", "list").stdout
    assert "There is no key to remove" in run("keys", "remove", "house").stderr
    for result in (stored, shown, moved):
        assert KEY not in result.output
    with psycopg.connect(address.url) as connection:
        rows = connection.execute("SELECT actor, action FROM audit_log ORDER BY at").fetchall()
    assert {actor for actor, _ in rows} == {"command line"}
    assert [action for _, action in rows] == ["provider.added", "model.added", "provider.changed", "key.removed"]


def test_the_master_key_is_rotated(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("keys", "set", "house", "--base-url", "http://127.0.0.1:9/v1", given=f"{KEY}\n")
    alone = run("keys", "rotate")
    assert alone.exit_code == 1
    assert "Put a new key before it" in alone.stderr
    monkeypatch.setenv("MASTER_KEY", f"{NEW_MASTER},{MASTER}")
    assert "1 keys are encrypted with the new master key." in run("keys", "rotate").stdout
    monkeypatch.setenv("MASTER_KEY", NEW_MASTER)
    (one,) = json.loads(run("keys", "list", "--json").stdout)["providers"]
    assert one["key_state"] == "ready"
    monkeypatch.setenv("MASTER_KEY", MASTER)
    assert "cannot be decrypted" in run("keys", "list").stdout


def test_without_a_master_key_nothing_is_stored(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MASTER_KEY")
    refused = run("keys", "set", "house", "--base-url", "http://127.0.0.1:9/v1", given=f"{KEY}\n")
    assert refused.exit_code == 1
    assert "MASTER_KEY" in refused.stderr
    assert "cannot store keys" in run("keys", "list").stdout


def test_a_key_is_no_argument(run: Run) -> None:
    refused = run("keys", "set", "house", KEY, given="")
    assert refused.exit_code == 2
    short = run("keys", "set", "house", "--base-url", "http://127.0.0.1:9/v1", given="abc\n")
    assert (short.exit_code, short.stderr) == (1, "A key has at least 8 characters; nothing was stored.\n")


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("House!", "--base-url", "http://127.0.0.1:9/v1"), "provider_id: "),
        (("house", "--base-url", "x" * 501), "base_url: "),
        (("house", "--name", "n" * 81), "name: "),
    ],
)
def test_mistakes_are_sentences(run: Run, arguments: tuple[str, ...], field: str) -> None:
    refused = run("keys", "set", *arguments, given=f"{KEY}\n")
    assert (refused.exit_code, len(refused.stderr.splitlines())) == (1, 1)
    assert refused.stderr.startswith(field)
    assert KEY not in refused.output
