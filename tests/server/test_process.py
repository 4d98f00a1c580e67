import asyncio
import signal
import socket
from pathlib import Path

import httpx
import psutil
import psycopg
import pytest
from tests.polling import pause
from tests.processes import Process, processes_of, running
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from llmbattler.core.db.embedded import EmbeddedPostgres
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.jobs import JobQueue

SECRET = "8f14e45fceea167a5a36dedd4bea2543c9f0f895fb98ab91"


def _on_embedded(data_dir: Path) -> dict[str, str]:
    return {"DATA_DIR": str(data_dir), "PORT": "0"}


def _one_sentence(process: Process) -> str:
    assert process.wait() == 1
    said = "".join(process.said)
    assert "Traceback" not in said
    assert said.startswith("llmbattler cannot start.")
    return " ".join(said.split())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_starts_answers_and_stops_without_a_trace(data_dir: Path, number: signal.Signals) -> None:
    with running("serve", fresh=True, **_on_embedded(data_dir)) as server:
        address = server.address()
        for path in ("/healthz", "/readyz", "/api/models"):
            assert httpx.get(address + path).status_code == 200, path
        assert server.stop(number) == 0, server.said
        assert not [line for line in server.said if '"level": "error"' in line]
    assert processes_of(data_dir) == []


def test_ctrl_c_while_starting_leaves_nothing(data_dir: Path) -> None:
    with running("serve", **_on_embedded(data_dir)) as server:
        server.wait_for("creating the database")
        assert server.stop(signal.SIGINT) == 0, server.said
    assert processes_of(data_dir) == []


def test_a_kill_loses_nothing_and_the_next_start_tidies_up(data_dir: Path) -> None:
    with running("serve", **_on_embedded(data_dir)) as server:
        server.address()
        with psycopg.connect(EmbeddedPostgres(data_dir / "postgres").url()) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        server.stop(signal.SIGKILL)
    assert processes_of(data_dir) != []
    with running("serve", **_on_embedded(data_dir)) as server:
        server.address()
        with psycopg.connect(EmbeddedPostgres(data_dir / "postgres").url()) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
        assert server.stop() == 0
    assert processes_of(data_dir) == []


def test_a_worker_that_ends_takes_the_server_with_it(data_dir: Path) -> None:
    with running("serve", change="tests.server.broken_job", **_on_embedded(data_dir)) as server:
        assert server.wait() == 1
        assert "WorkerEnded('jobs')" in server.wait_for("the worker ended; the server stops")
    assert processes_of(data_dir) == []


async def test_f07_open_sockets_are_told_before_the_end(data_dir: Path) -> None:
    with running("serve", **_on_embedded(data_dir)) as server:
        address = await asyncio.to_thread(server.address)
        async with connect(address.replace("http", "ws") + "/api/live") as live:
            await live.send('{"subscribe": ["models"]}')
            assert "subscribed" in str(await live.recv())
            server.send(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    await live.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001
        assert await asyncio.to_thread(server.wait) == 0


async def test_f14_a_database_restart_is_survived_and_announced(data_dir: Path) -> None:
    postgres = EmbeddedPostgres(data_dir / "own")
    there = {"DATABASE_URL": await asyncio.to_thread(postgres.start), "SECRET_KEY": SECRET}
    with running("serve", **_on_embedded(data_dir), **there) as server:
        address = await asyncio.to_thread(server.address)
        async with connect(address.replace("http", "ws") + "/api/live") as live, httpx.AsyncClient() as client:
            await live.send('{"subscribe": ["models"]}')
            assert "subscribed" in str(await live.recv())
            await asyncio.to_thread(_kill_database, postgres)
            assert (await client.get(address + "/healthz")).status_code == 200
            away = await client.get(address + "/api/models")
            assert (away.status_code, away.json()["type"]) == (503, "/errors/unavailable")
            assert away.headers["retry-after"]
            assert (await client.get(address + "/readyz")).status_code == 503
            await asyncio.to_thread(postgres.start)
            await _until_resync(live)
            assert (await client.get(address + "/readyz")).status_code == 200
            assert (await client.get(address + "/api/models")).status_code == 200
            await _until_a_job_is_done(DatabaseAddress.parse(postgres.url()))
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.to_thread(postgres.stop)


async def test_the_embedded_database_is_started_again_when_it_dies(data_dir: Path) -> None:
    postgres = EmbeddedPostgres(data_dir / "postgres")
    with running("serve", **_on_embedded(data_dir)) as server:
        address = await asyncio.to_thread(server.address)
        async with connect(address.replace("http", "ws") + "/api/live") as live:
            await live.send('{"subscribe": ["models"]}')
            assert "subscribed" in str(await live.recv())
            await asyncio.to_thread(_kill_database, postgres)
            await _until_resync(live)
        async with httpx.AsyncClient() as client:
            assert (await client.get(address + "/readyz")).status_code == 200
        assert await asyncio.to_thread(server.stop) == 0
    assert processes_of(data_dir) == []


def _kill_database(postgres: EmbeddedPostgres) -> None:
    postmaster = psutil.Process(int((postgres.data / "postmaster.pid").read_text().split()[0]))
    postmaster.send_signal(signal.SIGQUIT)
    psutil.wait_procs([postmaster], 20)


async def _until_resync(live: ClientConnection) -> None:
    async with asyncio.timeout(30):
        while "resync" not in str(await live.recv()):
            pass


async def _until_a_job_is_done(address: DatabaseAddress) -> None:
    queue = JobQueue(address)
    await queue.open()
    await queue.defer("core.retry_stalled")
    await queue.close()
    waiting = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo' AND task_name = 'core.retry_stalled'"
    async with asyncio.timeout(45), await psycopg.AsyncConnection.connect(address.url, autocommit=True) as connection:
        while await (await connection.execute(waiting)).fetchone() != (0,):
            await pause()


def test_f26_three_servers_start_at_once_on_an_empty_database(data_dir: Path, empty_address: DatabaseAddress) -> None:
    there = {"DATABASE_URL": empty_address.url, "SECRET_KEY": SECRET, "DATA_DIR": str(data_dir), "PORT": "0"}
    with running("serve", **there) as one, running("serve", **there) as two, running("serve", **there) as three:
        for server in (one, two, three):
            assert httpx.get(server.address() + "/readyz").status_code == 200
        assert [server.stop() for server in (one, two, three)] == [0, 0, 0]


def test_a_taken_port_is_one_sentence(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with running("serve", DATA_DIR=str(data_dir), PORT=port) as server:
            assert f"Port {port} on 127.0.0.1 is in use" in _one_sentence(server)
    assert not (data_dir / "postgres").exists()


def test_an_unreachable_database_is_one_sentence(data_dir: Path) -> None:
    there = {"DATABASE_URL": "postgresql://me:hunter2secret@127.0.0.1:1/x", "SECRET_KEY": SECRET}
    with running("serve", DATA_DIR=str(data_dir), PORT="0", **there) as server:
        sentence = _one_sentence(server)
        assert "The database cannot be reached" in sentence
        assert "hunter2secret" not in sentence


def test_a01_a_bad_secret_stops_the_start(data_dir: Path) -> None:
    with running("serve", SECRET_KEY="changeme", **_on_embedded(data_dir)) as server:
        assert "SECRET_KEY" in _one_sentence(server)


def test_a_wrong_setting_is_one_sentence(data_dir: Path) -> None:
    with running("serve", DATA_DIR=str(data_dir), PORT="eighty") as server:
        assert "The setting PORT is wrong" in _one_sentence(server)


def test_a_data_folder_that_is_a_file_is_one_sentence(data_dir: Path) -> None:
    (data_dir / "file").write_text("")
    with running("serve", DATA_DIR=str(data_dir / "file"), PORT="0") as server:
        assert "DATA_DIR" in _one_sentence(server)


def test_the_stop_command_ends_a_running_server(data_dir: Path) -> None:
    with running("serve", **_on_embedded(data_dir)) as server:
        server.address()
        with running("stop", DATA_DIR=str(data_dir)) as stop:
            assert stop.wait() == 0
            assert "Stopped 1 server." in "".join(stop.said)
        assert server.wait() == 0
    with running("stop", DATA_DIR=str(data_dir)) as stop:
        assert stop.wait() == 0
        assert "No server was running." in "".join(stop.said)
    assert processes_of(data_dir) == []
