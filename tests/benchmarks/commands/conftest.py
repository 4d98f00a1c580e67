"""The commands of runs on a site that has never run, with two scripted models."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from llmbattler.benchmarks.commands import COMMANDS
from llmbattler.core.manifests import load
from llmbattler.testing import Script
from llmbattler.testing.process import ProviderProcess

Bench = Callable[..., Result]
ECHO, OTHER = "echo-1", "other-1"

SUITE = """\
name: capitals
title: Capitals
dataset:
  samples:
{samples}
  fields: {{target: answer}}
prompts:
  main: "{{{{ question }}}}"
extract:
  first: [strip]
scores:
  - {{name: same, scorer: exact, extract: first}}
  - {{name: there, scorer: includes, weight: 0}}
"""


def make_app() -> typer.Typer:
    app = typer.Typer()
    for command in COMMANDS:
        app.command(command.name)(load(command.app))
    return app


def write_suite(folder: Path, count: int = 12) -> str:
    """The echo is right for all but every fourth."""
    lines = [
        f'    - {{question: "Say {number}", answer: "{"Say" if number % 4 else "Hush"} {number}"}}'
        for number in range(count)
    ]
    (folder / "capitals.yaml").write_text(SUITE.format(samples="\n".join(lines)))
    return "capitals.yaml"


@pytest.fixture(scope="session")
def provider_process() -> Iterator[ProviderProcess]:
    with ProviderProcess() as provider:
        yield provider


@pytest.fixture
def provider(provider_process: ProviderProcess) -> ProviderProcess:
    provider_process.script(ECHO, Script(echo=True))
    provider_process.script(OTHER, Script(text="Something else"))
    return provider_process


@pytest.fixture
def bench(provider: ProviderProcess, terminal: None, data_dir: Path) -> Bench:
    """The commands in a folder with a file of models, on a site that has never run."""
    url = provider.addresses.openai_url
    offers = "".join(
        f"  - {{id: {name}, base_url: '{url}', prices: {{input: 1000, output: 1000}}}}\n" for name in (ECHO, OTHER)
    )
    (data_dir / "models.yaml").write_text("models:\n" + offers)
    app = make_app()

    def run(*arguments: str) -> Result:
        with capture_logs():
            return CliRunner().invoke(app, list(arguments))

    return run
