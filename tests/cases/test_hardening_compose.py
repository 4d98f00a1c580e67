"""H39: Compose as a new user types it. The files are parsed; no container engine is needed."""

import re
import stat
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from dotenv import dotenv_values

from llmbattler.core.secret_files import check_secret

ROOT = Path(__file__).parents[2]
COMPOSE = (ROOT / "compose.yml").read_text()
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
SCRIPT = "sh scripts/write_env.sh"


def write_env(folder: Path) -> dict[str, str | None]:
    program, script = SCRIPT.split()
    subprocess.run([program, str(ROOT / script), str(folder)], check=True, stdout=subprocess.DEVNULL)
    return dotenv_values(folder / ".env")


def test_h39_one_command_writes_everything_that_compose_requires(tmp_path: Path) -> None:
    written = write_env(tmp_path)
    required = dict(re.findall(r"\$\{(\w+):\?([^}]*)\}", COMPOSE))
    assert required
    assert set(required) <= set(written)
    assert all(SCRIPT in sentence for sentence in required.values())
    for name in (*required, "MASTER_KEY"):
        check_secret(name, written[name] or "")
    assert len(set(written.values())) == len(written)
    assert stat.S_IMODE((tmp_path / ".env").stat().st_mode) == 0o600


def test_h39_the_command_keeps_what_is_there(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("POSTGRES_PASSWORD=mine\nPORT=9000")
    first = write_env(tmp_path)
    assert (first["POSTGRES_PASSWORD"], first["PORT"]) == ("mine", "9000")
    assert write_env(tmp_path) == first


def test_h39_up_without_options_starts_the_site(tmp_path: Path) -> None:
    profiles = (write_env(tmp_path)["COMPOSE_PROFILES"] or "").split(",")
    assert {name for name, one in SERVICES.items() if set(one["profiles"]) & set(profiles)} == {
        "app",
        "worker",
        "postgres",
    }


def test_h39_every_variable_of_compose_is_in_the_example() -> None:
    variables = set(re.findall(r"(?<!\$)\$\{(\w+)", COMPOSE))
    named = set(re.findall(r"^# ([A-Z][A-Z0-9_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert variables - named == set()
    defaults = dict(re.findall(r"\$\{(\w+):-([^}]+)\}", COMPOSE))
    example = dict(re.findall(r"^# ([A-Z][A-Z0-9_]+)=(.+)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
    elsewhere = {"ALLOWED_HOSTS", "OLLAMA_BASE_URL"}  # a container has other neighbors
    assert {name: example.get(name) for name in defaults.keys() - elsewhere} == {
        name: defaults[name] for name in defaults.keys() - elsewhere
    }


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_h39_old_versions_of_compose_read_the_file(name: str) -> None:
    """Newer than 2.0: mappings in `env_file` (2.24), `develop`, `post_start`, `models`, and tags such as `!reset`."""
    service = SERVICES[name]
    assert all(isinstance(one, str) for one in service.get("env_file", []))
    assert not {"develop", "post_start", "pre_stop", "models", "provider", "gpus", "annotations"} & set(service)
    assert not re.search(r"!(reset|override)\b", COMPOSE)
    assert all("required" not in one for one in service.get("depends_on", {}).values())


def test_h39_the_first_page_tells_of_docker() -> None:
    readme = (ROOT / "README.md").read_text()
    assert f"```sh\n{SCRIPT}\ndocker compose up -d\n```" in readme


async def test_h39_a_wrong_host_is_400_in_header_and_body_and_says_what_to_do(client: httpx.AsyncClient) -> None:
    refused = await client.get("/", headers={"host": "192.168.1.20:8765"})
    assert (refused.status_code, refused.json()["status"]) == (400, 400)
    assert "ALLOWED_HOSTS" in refused.json()["detail"]
    assert "without the port" in refused.json()["detail"]
