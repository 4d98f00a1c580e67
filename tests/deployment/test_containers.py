"""Dockerfile and compose.yml, read as text: no container engine is needed to see that they stay safe."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from llmbattler.core.settings import list_names

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "compose.yml").read_text())
GPU = yaml.safe_load((ROOT / "compose.gpu.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OWN = ("app", "worker", "app-dev")
LONG_RUNNING = sorted(set(SERVICES) - {"ollama-models"})
REGISTRY_HOST = re.compile(r"(^|[\s:=-])[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?/[a-z0-9]", re.IGNORECASE)


def instructions(name: str) -> list[str]:
    joined = DOCKERFILE.replace("\\\n", " ")
    return [line.split(None, 1)[1] for line in joined.splitlines() if line.startswith(f"{name} ")]


def images() -> list[str]:
    """Every image, with the default taken where a variable may replace it."""
    given = [service["image"] for service in SERVICES.values() if "build" not in service]
    return [re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", image) for image in given] + [
        line.split()[0] for line in instructions("FROM")
    ]


def test_every_profile_has_what_it_needs() -> None:
    def of(profile: str) -> set[str]:
        return {name for name, service in SERVICES.items() if profile in service["profiles"]}

    assert of("site") == {"app", "worker", "postgres"}
    assert of("prod") == {"app", "worker", "postgres", "ollama", "ollama-models"}
    assert of("dev") == {"app-dev", "postgres"}
    assert of("ollama") == {"ollama", "ollama-models"}
    assert GPU["services"].keys() == {"ollama"}
    (device,) = GPU["services"]["ollama"]["deploy"]["resources"]["reservations"]["devices"]
    assert (device["driver"], device["capabilities"]) == ("nvidia", ["gpu"])


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_service_is_hardened(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert any(mount.startswith("/tmp:") for mount in service["tmpfs"])  # noqa: S108
    assert not {"privileged", "network_mode", "pid", "ipc", "cap_add"} & set(service)
    assert not any("docker.sock" in volume for volume in service["volumes"])


@pytest.mark.parametrize("name", [*OWN, "postgres"])
def test_service_does_not_run_as_root(name: str) -> None:
    uid = int(SERVICES[name]["user"].split(":")[0])
    assert uid > 0


@pytest.mark.parametrize("name", LONG_RUNNING)
def test_service_has_a_health_check(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    assert check["test"][0] == "CMD"
    assert check["retries"] >= 3


@pytest.mark.parametrize("name", OWN)
def test_secrets_come_from_outside(name: str) -> None:
    environment = SERVICES[name]["environment"]
    assert environment["SECRET_KEY"].startswith("${SECRET_KEY:?")
    assert "${POSTGRES_PASSWORD:?" in environment["DATABASE_URL"]
    assert SERVICES[name]["depends_on"]["postgres"]["condition"] == "service_healthy"


@pytest.mark.parametrize("name", OWN)
def test_every_setting_of_the_file_beside_it_arrives(name: str) -> None:
    assert SERVICES[name]["env_file"] == [".env"]


@pytest.mark.parametrize("name", OWN)
def test_what_the_container_is_built_for_stays_whatever_that_file_says(name: str) -> None:
    """There PORT is the one on the host, and HOST and DATA_DIR are for a site without a container."""
    environment = SERVICES[name]["environment"]
    given = dict(re.findall(r"^(?:ENV | +)(HOST|PORT|DATA_DIR)=(\S+)", DOCKERFILE, re.MULTILINE))
    assert {setting: environment[setting] for setting in ("HOST", "PORT", "DATA_DIR")} == given
    assert all(port.endswith(f":{environment['PORT']}") for port in SERVICES[name].get("ports", []))


@pytest.mark.parametrize("name", OWN)
def test_model_servers_of_the_host_have_a_name(name: str) -> None:
    assert SERVICES[name]["extra_hosts"] == ["host.docker.internal:host-gateway"]


def test_settings_exist() -> None:
    """A renamed setting must not leave a dead name behind here."""
    known = {name.upper() for name in list_names()}
    names = {name for service in OWN for name in SERVICES[service]["environment"]} - {"PYTHONPATH"}
    assert names - known == set()


def test_ports_are_published_on_this_machine_only() -> None:
    ports = [port for service in SERVICES.values() for port in service.get("ports", [])]
    assert ports
    assert all(port.startswith("${BIND_ADDRESS:-127.0.0.1}:") for port in ports)


def test_worker_and_app_are_the_same_image() -> None:
    assert SERVICES["worker"]["image"] == SERVICES["app"]["image"]
    assert SERVICES["app"]["command"] == ["serve", "--no-worker"]
    assert SERVICES["worker"]["command"] == ["worker"]


def test_postgres_is_new_enough() -> None:
    version = re.search(r"postgres:(\d+)", SERVICES["postgres"]["image"])
    assert version is not None
    assert int(version.group(1)) >= 16


def test_only_the_file_for_gpus_asks_for_one() -> None:
    assert not {name for name, service in SERVICES.items() if "deploy" in service}


def test_images_are_pinned_and_name_no_registry() -> None:
    for image in images():
        assert re.fullmatch(r"[a-z]+(/[a-z]+)?:[\w.-]+", image), image
        assert not image.endswith(":latest")


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yml", ".dockerignore"])
def test_file_names_no_registry_host(name: str) -> None:
    lines = (ROOT / name).read_text().splitlines()
    addresses = [line for line in lines if REGISTRY_HOST.search(line) and "127.0.0.1" not in line]
    assert addresses == []


def test_image_runs_as_a_user_without_rights() -> None:
    assert instructions("USER") == ["10001:10001"]
    final_stage = DOCKERFILE.rsplit("\nFROM ", 1)[1]
    assert "USER 10001:10001" in final_stage
    assert "VOLUME /data" in final_stage


def test_image_fetches_nothing_unlocked() -> None:
    assert instructions("ADD") == []
    assert "curl" not in DOCKERFILE
    assert "wget" not in DOCKERFILE
    installs = re.findall(r"pip (?:install|sync) [^&]*", DOCKERFILE.replace("\\\n", " "))
    assert installs
    assert all("--require-hashes" in command or "--no-deps" in command for command in installs)
    assert "npm ci" in DOCKERFILE


def test_image_has_a_health_check_that_python_accepts() -> None:
    (check,) = instructions("HEALTHCHECK")
    assert "/healthz" in check
    code = re.search(r'"-c", "(.*)"\]', check)
    assert code is not None
    compile(code.group(1), "healthcheck", "exec")
    for name in ("app", "app-dev"):
        compile(SERVICES[name]["healthcheck"]["test"][-1], name, "exec")


def test_h36_the_health_check_of_the_worker_asks_the_worker() -> None:
    entry = json.loads(instructions("ENTRYPOINT")[0])
    assert SERVICES["worker"]["healthcheck"]["test"] == ["CMD", *entry, *SERVICES["worker"]["command"], "--check"]


def test_dockerfile_copies_only_what_the_context_holds() -> None:
    kept = {
        line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")
    }
    copied = [line.split()[:-1] for line in instructions("COPY") if "--from" not in line]
    sources = {source.split("/")[0].replace("[d]", "d") for line in copied for source in line}
    assert sources <= kept
