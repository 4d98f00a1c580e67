import signal
from pathlib import Path

import httpx
import pytest
from tests.processes import running

from llmbattler.cli.demo import MARK, demo_settings, prepare_folder
from llmbattler.core.errors import StartupProblem
from llmbattler.core.settings import Settings


def test_a_demonstration_has_its_own_folder_and_database(settings: Settings) -> None:
    made = demo_settings(settings, None)
    assert made.demo
    assert made.data_dir == settings.data_dir.with_name(f"{settings.data_dir.name}-demo")
    assert made.database_url is None
    assert not made.discovery
    assert demo_settings(settings, Path("/somewhere")).data_dir == Path("/somewhere")


def test_a_demonstration_tells_nobody_outside_and_names_its_own_address(settings: Settings) -> None:
    given = {
        "site_url": "https://arena.example.org",
        "alert_webhook_url": "https://hooks.example.org/x",
        "smtp_url": "smtp://mail.example.org",
        "mail_from": "arena@example.org",
        "moderation_model": "mine",
        "oidc_issuer": "https://login.example.org",
        "oidc_client_id": "arena",
        "oidc_domains": "example.org",
    }
    made = demo_settings(Settings(**{**settings.model_dump(exclude_unset=True), **given}), None)
    assert made.address.startswith("http://127.0.0.1:")
    assert not any((made.alert_webhook_url, made.smtp_url, made.moderation_model, made.oidc_issuer, made.oidc_domains))


def test_a_folder_with_other_things_is_left_alone(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    for again in (False, True):
        with pytest.raises(StartupProblem, match="holds no demonstration"):
            prepare_folder(demo_settings(settings, tmp_path), again=again)
    assert (tmp_path / "precious").read_text() == "mine"


def test_again_begins_anew(settings: Settings, tmp_path: Path) -> None:
    made = demo_settings(settings, tmp_path / "demo")
    prepare_folder(made, again=False)
    (made.data_dir / "old").write_text("")
    prepare_folder(made, again=False)
    assert (made.data_dir / "old").exists()
    prepare_folder(made, again=True)
    assert sorted(path.name for path in made.data_dir.iterdir()) == [MARK, "models.yaml"]


def test_the_site_comes_up_full_and_is_kept(data_dir: Path) -> None:
    folder = data_dir / "demo"
    arguments = ("demo", "--folder", str(folder), "--battles", "300")
    environment = {"DATA_DIR": str(data_dir / "real"), "PORT": "0", "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/x"}
    with running(*arguments, **environment) as server:
        address = server.address()
        said = " ".join("".join(server.said).split())
        assert "300 battles" in said
        assert "runs of benchmarks are in" in said
        assert httpx.get(f"{address}/healthz").json()["demo"] is True
        board = httpx.get(f"{address}/api/leaderboard").json()
        models = {row["model_name"]: row for row in board["leaderboard"]}
        assert "Aurora 9 Large" in models
        assert models["Aurora 9 Large"]["organization"] == "Northlight Labs"
        history = httpx.get(f"{address}/api/leaderboard/history").json()
        assert max(len(line["points"]) for line in history["lines"]) > 20
        benchmarks = httpx.get(f"{address}/api/bench/board").json()
        assert {row["model_name"] for row in benchmarks["rows"]} >= set(models)
        assert len(benchmarks["suites"]) >= 5
        battle = httpx.post(f"{address}/api/sessions", json={"prompt": "Repeat exactly: hello"}, timeout=30)
        assert [one["text"] for one in battle.json()["responses"]] == ["hello", "hello"]
        assert server.stop(signal.SIGTERM) == 0, server.said
    votes = board["metadata"]["total_votes"]
    with running(*arguments, **environment) as server:
        address = server.address()
        said = " ".join("".join(server.said).split())
        assert "300 battles" not in said
        assert "runs of benchmarks" not in said
        assert httpx.get(f"{address}/api/leaderboard").json()["metadata"]["total_votes"] == votes
        assert server.stop(signal.SIGTERM) == 0, server.said
    assert not (data_dir / "real").exists()
