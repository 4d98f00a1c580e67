import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.processes import running

from llmbattler import __version__

MOST_MODULES = 480
"""Half of them come with Typer and Rich; a site has 1,500."""


@pytest.mark.parametrize("argument", ["version", "--version"])
def test_version(argument: str) -> None:
    with running(argument, fresh=True) as version:
        assert version.wait() == 0
        assert version.said == [f"{__version__}\n"]


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["bench", "--help"]])
def test_short_answers_load_few_modules(arguments: list[str]) -> None:
    """They load nothing of the site: no database, no web framework, no models."""
    program = (
        f"import sys; from llmbattler.cli.main import main; sys.argv[1:] = {arguments}\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(len(sys.modules), *(name for name in sys.modules if '.' not in name))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    count, *names = done.stdout.splitlines()[-1].split()
    assert not {"sqlalchemy", "fastapi", "aiohttp", "numpy", "procrastinate", "psycopg"} & set(names)
    assert int(count) < MOST_MODULES


def test_without_a_command_it_explains_itself() -> None:
    with running() as bare:
        bare.wait()
        said = "".join(bare.said)
        for command in ("serve", "worker", "migrate", "doctor", "models", "stop"):
            assert command in said


def test_the_description_of_the_api_needs_no_database(tmp_path: Path) -> None:
    with running("openapi", DATA_DIR=str(tmp_path)) as openapi:
        assert openapi.wait() == 0
        described = json.loads("".join(openapi.said))
    assert "/api/models" in described["paths"]
    assert list(tmp_path.iterdir()) == []


def test_the_schema_check_finds_nothing(data_dir: Path) -> None:
    with running("migrate", "--check", DATA_DIR=str(data_dir)) as check:
        assert check.wait() == 0, check.said
        assert "up to date" in "".join(check.said)


@pytest.mark.parametrize("command", [("migrate",), ("users", "list"), ("models", "pull", "smollm2"), ("serve",)])
@pytest.mark.parametrize("name", ["plain", "[/foo]"])
def test_a_data_folder_that_cannot_be_is_one_sentence(tmp_path: Path, command: tuple[str, ...], name: str) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / name
    with running(*command, DATA_DIR=str(folder), COLUMNS="500") as process:
        assert process.wait() == 1
        said = "".join(process.said)
    assert "Traceback" not in said
    assert f"The data folder {folder} cannot be written" in said
