import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import psutil
import psycopg
import pytest

from llmbattler.core.db import Database
from llmbattler.core.db.embedded import EmbeddedPostgres, _Owner
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.migrate import migrate
from llmbattler.core.errors import StartupProblem
from llmbattler.core.settings import Settings

_HOLD = """
import sys
from pathlib import Path
from llmbattler.core.db.embedded import EmbeddedPostgres
EmbeddedPostgres(Path(sys.argv[1])).start()
print("started", flush=True)
sys.stdin.read()
"""


def _hold_in_process(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert "started\n" in iter(process.stdout.readline, "")
    return process


def _postmaster(server: EmbeddedPostgres) -> int:
    return int((server.data / "postmaster.pid").read_text().split()[0])


def _is_gone(pid: int) -> bool:
    # Where nobody reaps orphans, an ended process stays listed as a zombie.
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_starts_keeps_data_and_stops(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    with psycopg.connect(server.start()) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    pid = _postmaster(server)
    server.stop()
    assert not server.is_running()
    assert _is_gone(pid)
    again = EmbeddedPostgres(data_dir / "postgres")
    with psycopg.connect(again.start()) as connection:
        assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
    again.stop()


def test_runs_while_another_process_uses_it_and_survives_its_kill(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    other = _hold_in_process(server.folder)
    pid = _postmaster(server)
    server.start()
    server.stop()
    assert server.is_running()
    os.kill(other.pid, signal.SIGKILL)
    other.communicate()
    assert server.is_running()
    server.start()
    assert _postmaster(server) == pid
    server.stop()
    assert not server.is_running()


def test_a_foreign_process_with_the_old_number_is_left_alone(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    server.start()
    server.stop()
    (server.data / "postmaster.pid").write_text(f"{os.getpid()}\n{server.data}\n")
    server.start()
    assert server.is_running()
    server.stop()


def test_nobody_else_may_connect(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    server.start()
    assert (server.sockets / ".s.PGSQL.5432").stat().st_mode & 0o077 == 0
    with psycopg.connect(server.url()) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    server.stop()


def test_one_whose_process_is_not_seen_from_here_is_used_and_not_doubled(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    server.start()
    pidfile = server.data / "postmaster.pid"
    written = pidfile.read_text()
    # As from another container that shares the folder: the number is there, and belongs to somebody else.
    pidfile.write_text(f"{os.getpid()}\n{written.partition(chr(10))[2]}")
    beside = EmbeddedPostgres(server.folder)
    try:
        with psycopg.connect(beside.start()) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        server.stop()
        beside.stop()  # the last one, but what the number names is not PostgreSQL
        assert beside.is_running()
    finally:
        pidfile.write_text(written)
    server.stop()
    assert not server.is_running()


def test_a_deep_folder_gets_its_socket_elsewhere(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / ("deep" * 25) / "postgres")
    psycopg.connect(server.start()).close()
    assert server.sockets != server.folder
    server.stop()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes folders for others")
@pytest.mark.parametrize("trap", ["folder", "link"])
def test_a_folder_for_sockets_that_somebody_else_made_is_not_used(data_dir: Path, tmp_path: Path, trap: str) -> None:
    server = EmbeddedPostgres(data_dir / ("deep" * 30) / "postgres")
    if trap == "link":
        server.sockets.symlink_to(tmp_path)
        os.chown(server.sockets, 65533, 65533, follow_symlinks=False)
    else:
        server.sockets.mkdir()
        os.chown(server.sockets, 65533, 65533)
    try:
        with pytest.raises(StartupProblem, match="belongs to somebody else"):
            server.start()
    finally:
        server.sockets.unlink() if trap == "link" else server.sockets.rmdir()


async def test_any_name_will_do_for_a_folder(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "my own+data 100%#1 'it' is" / "postgres")
    database = Database(DatabaseAddress.parse(server.start()), Settings(discovery=False))
    await database.check()
    migrate(database.address)
    await database.close()
    server.stop()
    assert not server.is_running()


def test_data_of_another_major_version_is_not_touched(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    server.start()
    server.stop()
    (server.data / "PG_VERSION").write_text("12\n")
    with pytest.raises(StartupProblem, match="written by PostgreSQL 12"):
        server.start()


def test_a_broken_data_folder_says_where_the_log_is(data_dir: Path) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    server.start()
    server.stop()
    (server.data / "custom.conf").write_text("no_such_setting = 1\n")
    (server.data / "custom.conf").chmod(0o644)
    with pytest.raises(StartupProblem, match=r"server\.log"):
        server.start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands PostgreSQL to another user")
def test_as_root_a_private_folder_is_refused_rather_than_opened(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    with pytest.raises(StartupProblem, match="DATA_DIR"):
        EmbeddedPostgres(tmp_path / "data" / "postgres").start()
    assert tmp_path.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands PostgreSQL to another user")
def test_as_root_the_closed_folder_of_a_service_is_used_and_stays_the_service_s(data_dir: Path) -> None:
    service = pwd.getpwnam("nobody")
    folder = data_dir / "site"
    folder.mkdir()
    os.chown(folder, service.pw_uid, service.pw_gid)
    folder.chmod(0o750)
    server = EmbeddedPostgres(folder / "postgres")
    psycopg.connect(server.start()).close()
    server.stop()
    assert not server.is_running()
    assert {path.stat().st_uid for path in (folder, *folder.rglob("*"))} == {service.pw_uid}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o750


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands PostgreSQL to another user")
@pytest.mark.parametrize(
    ("uid", "gid", "mode", "enters"),
    [
        (65534, 0, 0o700, True),
        (65534, 0, 0o077, False),
        (0, 65534, 0o750, True),
        (0, 65534, 0o705, False),
        (0, 0, 0o755, True),
        (0, 0, 0o770, False),
    ],
)
def test_who_enters_a_folder_is_decided_by_owner_group_and_others_in_this_order(
    data_dir: Path, uid: int, gid: int, mode: int, enters: bool
) -> None:
    os.chown(data_dir, uid, gid)
    data_dir.chmod(mode)
    assert _Owner(65534, 65534).may_enter(data_dir) is enters


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands PostgreSQL to another user")
def test_as_root_programs_in_a_private_home_are_copied_and_the_home_stays_private(
    data_dir: Path, tmp_path: Path
) -> None:
    server = EmbeddedPostgres(data_dir / "postgres")
    package = server._binaries.parent.parent
    private = tmp_path / "home"
    private.mkdir(mode=0o700)
    for folder in (package, package.with_name(f"{package.name}.libs")):
        if folder.exists():
            shutil.copytree(folder, private / folder.name, ignore=shutil.ignore_patterns("pginstall"))
    server._binaries = private / package.name / server._binaries.parent.name / "bin"
    psycopg.connect(server.start()).close()
    server.stop()
    assert not server.is_running()
    assert private.stat().st_mode & 0o077 == 0
    [copy] = server.folder.glob("engine-*")
    assert {path.stat().st_uid for path in (copy, *copy.rglob("*"))} == {server.folder.stat().st_uid}
