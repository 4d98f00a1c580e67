"""A slice that another package brings is found by every part of the program, through its manifest alone."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.polling import SECONDS
from tests.processes import Process, running

from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.manifests import list_demo_data, list_manifests, list_purposes

ROOT = Path(__file__).parents[2]
TOY = str(ROOT / "tests" / "toy")
UNREVIEWED = """
import yaml
from llmbattler.core.settings import Settings
from tests.cases.test_attacks_policy import TABLE, list_routes
table = yaml.safe_load(TABLE.read_text())
new = [str(route) for route in list_routes(Settings()) if str(route) not in table]
print(*(route for route in new if "/toy" in route), sep="\\n")
"""
SECRET = "0123456789abcdef" * 4


@pytest.fixture
def site(empty_address: DatabaseAddress, data_dir: Path) -> dict[str, str]:
    """The environment of a site with the toy slice installed, on a database without tables."""
    return {
        "DATABASE_URL": empty_address.url,
        "DATA_DIR": str(data_dir),
        "SECRET_KEY": SECRET,
        "MASTER_KEY": SECRET,
        "PYTHONPATH": TOY,
        "PORT": "0",
        "TOY_COLOR": "blue",
    }


@pytest.fixture
def server(site: dict[str, str]) -> Iterator[Process]:
    with running("serve", **site) as server:
        yield server


def run(site: dict[str, str], *arguments: str) -> tuple[int, str]:
    with running(*arguments, **site) as process:
        code = process.wait()
        return code, "".join(process.said)


def test_server_worker_and_erasure_know_it(server: Process) -> None:
    with httpx.Client(base_url=server.address()) as client:
        while client.get("/api/toys").json() != {"toys": 1, "color": "blue"}:
            time.sleep(SECONDS)  # the job that the start deferred is running
        assert client.post("/api/toys", json={}).status_code == 201
        assert client.get("/api/toys").json()["toys"] == 2
        assert b"toys" in client.get("/api/me/export").content
        assert client.post("/api/me/leave", json={}).status_code == 204
        assert client.get("/api/toys").json()["toys"] == 1
        assert "/api/toys" in client.get("/openapi.json").json()["paths"]


def test_analytics_jobs_and_access_know_it(server: Process, site: dict[str, str]) -> None:
    secret = server.wait_for("/setup#").rpartition("#")[2].split()[0]
    person = {"secret": secret, "email": "ann@example.org", "name": "Ann", "password": "correct horse battery staple"}
    with httpx.Client(base_url=server.address()) as client:
        assert client.post("/api/auth/setup", json=person).status_code == 200
        toy = client.post("/api/toys", json={}).json()
        hour = client.get("/api/admin/overview").json()["hours"][-1]
    assert hour["rows"]["toys"] >= 1
    assert hour["people"] >= 1
    assert f"{toy}" in run(site, "jobs")[1]
    assert f"ann@example.org may view toy {toy}." in run(site, "users", "may-view", "ann@example.org", "toy", toy)[1]
    other = "00000000-0000-7000-8000-000000000000"
    assert "may not view" in run(site, "users", "may-view", "ann@example.org", "toy", other)[1]


def test_migrations_command_line_and_doctor_know_it(site: dict[str, str]) -> None:
    code, said = run(site, "migrate", "--check")
    assert (code, "up to date" in said) == (0, True), said
    assert run(site, "toys") == (0, "0 toys\n")
    assert "Count the toys." in run(site, "--help")[1]
    findings = json.loads(run(site, "doctor", "--json")[1])
    assert "There are 0." in [finding["sentence"] for finding in findings if finding["subject"] == "toys"]


def test_its_settings_are_checked_at_the_start(site: dict[str, str]) -> None:
    code, said = run(site | {"TOY_SIZE": "huge"}, "toys")
    assert code == 1
    assert "The setting TOY_SIZE is wrong" in said


def test_the_policy_wants_a_line_for_its_routes() -> None:
    """In a process of its own: tables and jobs that are imported once stay."""
    done = subprocess.run(
        [sys.executable, "-c", UNREVIEWED],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": TOY},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(done.stdout.splitlines()) == {"GET /api/toys", "POST /api/toys"}


def test_its_purposes_and_order_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(TOY)
    assert list_purposes()["toy"].personal
    names = [manifest.name for manifest in list_manifests()]
    assert names.index("toy") > names.index("arena")
    assert list_demo_data()[-1].fill == "toy_slice.service:fill_demo"
