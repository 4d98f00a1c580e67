import pytest
import typer
from typer.testing import CliRunner

from llmbattler.benchmarks.commands import COMMANDS
from llmbattler.cli import lazy
from llmbattler.cli.lazy import LazyGroup, build, list_commands
from llmbattler.core.manifests import Command


def greet(name: str = "nobody") -> None:
    typer.echo(f"Hello {name}")


@pytest.fixture
def greeting(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    """A program with one command that loads and one whose module does not exist."""
    hello, broken = Command("greet", "toy:greet", "Say hello."), Command("broken", "no.such.module:app", "Cannot load.")
    commands = [hello, broken, Command("more", "toy:MORE", "More commands.")]
    monkeypatch.setattr(lazy, "list_commands", lambda: commands)
    monkeypatch.setattr(lazy, "load", {"toy:greet": greet, "toy:MORE": (hello, broken)}.__getitem__)
    app = typer.Typer(cls=LazyGroup)
    app.callback()(lambda: None)
    return app


def test_help_lists_commands_without_loading_them(greeting: typer.Typer) -> None:
    shown = CliRunner().invoke(greeting, ["--help"])
    assert shown.exit_code == 0
    for word in ("greet", "Say hello.", "broken", "Cannot load."):
        assert word in shown.stdout


def test_a_function_becomes_a_command_with_its_options(greeting: typer.Typer) -> None:
    assert CliRunner().invoke(greeting, ["greet", "--name", "Ann"]).stdout == "Hello Ann\n"
    assert isinstance(CliRunner().invoke(greeting, ["broken"]).exception, KeyError)


def test_several_commands_become_a_group_that_loads_each_when_it_is_called(greeting: typer.Typer) -> None:
    shown = CliRunner().invoke(greeting, ["more", "--help"]).stdout
    assert "Say hello." in shown
    assert "Cannot load." in shown
    assert CliRunner().invoke(greeting, ["more", "greet", "--name", "Ann"]).stdout == "Hello Ann\n"
    assert CliRunner().invoke(greeting, ["more", "nothing"]).exit_code == 2


def test_a_listed_command_says_the_first_words_of_its_own_help() -> None:
    """The lists are written by hand, because reading them from the functions would load everything."""
    for command in COMMANDS:
        first_words = command.help.split()[:2]
        assert build(command).help.split()[:2] == first_words, command.name


def test_every_listed_command_loads_and_no_name_is_listed_twice() -> None:
    commands = list(list_commands())
    names = [command.name for command in commands]
    assert len(names) == len(set(names))
    assert {"serve", "users", "models"} <= set(names)
    for command in commands:
        assert build(command).get_short_help_str()
