import multiprocessing
import stat
from pathlib import Path

import pytest
from pydantic import SecretStr

from llmbattler.core.errors import StartupProblem
from llmbattler.core.secret_files import check_secret, load_or_create_secret, resolve_secret_key
from llmbattler.core.settings import Settings

GOOD = "8f14e45fceea167a5a36dedd4bea2543c9f0f895fb98ab91"


@pytest.mark.parametrize("value", ["", "changeme", "changeme" * 8, "short", "a" * 64, "secret-" + "x1y2z3" * 10])
def test_a01_a_guessable_secret_stops_the_start_and_names_the_variable(value: str) -> None:
    with pytest.raises(StartupProblem, match="SECRET_KEY"):
        check_secret("SECRET_KEY", value)


def test_a01_an_absent_secret_is_made_once_with_mode_600(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    first = resolve_secret_key(settings)
    assert resolve_secret_key(settings) == first
    assert len(first) >= 32
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600
    assert resolve_secret_key(Settings(data_dir=tmp_path / "other")) != first


def test_a_good_secret_is_used_as_given(tmp_path: Path) -> None:
    assert resolve_secret_key(Settings(data_dir=tmp_path, secret_key=SecretStr(GOOD))) == GOOD.encode()


def test_several_machines_must_be_told_the_secret(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, DATABASE_URL=SecretStr("postgresql://db/x"))
    with pytest.raises(StartupProblem, match="SECRET_KEY is not set"):
        resolve_secret_key(settings)


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        assert len(set(pool.map(load_or_create_secret, [tmp_path / "k"] * 4))) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["k"]
