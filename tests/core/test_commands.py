from pathlib import Path

import pytest
import typer
from pydantic import BaseModel, Field

from llmbattler.core import commands
from llmbattler.core.commands import draft_of, fail, parse_options, run_on_site
from llmbattler.core.db import Database
from llmbattler.core.errors import Conflict, ExternalFailure
from llmbattler.core.logs import hide_secret
from llmbattler.core.resources import Resources


class _SuiteIn(BaseModel):
    name: str = "unnamed"
    rounds: int = Field(1, ge=1)


def test_options_that_were_not_given_keep_their_defaults() -> None:
    assert parse_options(_SuiteIn, name="", rounds=None) == _SuiteIn()
    assert parse_options(_SuiteIn, name="mine", rounds="3") == _SuiteIn(name="mine", rounds=3)


def test_wrong_options_end_the_command_with_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended:
        parse_options(_SuiteIn, rounds=0)
    assert ended.value.exit_code == 1
    assert capsys.readouterr().err.strip() == "rounds: Input should be greater than or equal to 1"


def test_a_failure_shows_brackets_as_they_are_and_no_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    hide_secret("a-secret-of-test-commands")
    with pytest.raises(typer.Exit):
        fail("[bold]a-secret-of-test-commands")
    shown = capsys.readouterr().err
    assert "[bold]" in shown
    assert "a-secret-of-test-commands" not in shown


@pytest.mark.usefixtures("terminal")
def test_work_gets_an_open_site_and_its_failure_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    async def count_models(resources: Resources) -> str:
        await resources.get(Database).check()
        return "answered"

    assert run_on_site(count_models) == "answered"

    for failure, sentence in (
        (Conflict("Close it first."), "This conflicts with the current state. Close it first."),
        (ExternalFailure("The provider is away."), "The provider is away."),
    ):

        async def refuse(_: Resources, failure: Exception = failure) -> None:
            raise failure

        with pytest.raises(typer.Exit):
            run_on_site(refuse)
        assert sentence in capsys.readouterr().err


def test_logs_do_not_interrupt_tables_unless_debugging(monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[str] = []
    monkeypatch.setattr(commands, "configure_logs", lambda settings: levels.append(settings.log_level))
    for level in ("info", "debug"):
        monkeypatch.setenv("LOG_LEVEL", level)
        assert commands.read_quiet_settings().log_level == level
    assert levels == ["warning", "debug"]


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "votes.csv"
    with pytest.raises(ZeroDivisionError), draft_of(file, force=False) as draft:
        draft.write_text(str(1 / 0))
    assert list(tmp_path.iterdir()) == []
    with draft_of(file, force=False) as draft:
        draft.write_text("first")
        assert not file.exists()
    with pytest.raises(typer.Exit), draft_of(file, force=False):
        pass
    with draft_of(file, force=True) as draft:
        draft.write_text("second")
    assert [one.read_text() for one in tmp_path.iterdir()] == ["second"]


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit), draft_of(tmp_path / "none" / "votes.csv", force=False) as draft:
        draft.write_text("first")
    assert "cannot be written: No such file or directory." in " ".join(capsys.readouterr().err.split())
