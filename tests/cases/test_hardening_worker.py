"""H36: a worker that hangs or ended is noticed."""

import os
import signal
from pathlib import Path

import pytest
from tests.polling import pause
from tests.processes import running

from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.worker.heartbeat import STALE_SECONDS, list_heartbeats

SECRET = "8f14e45fceea167a5a36dedd4bea2543c9f0f895fb98ab91"


def check(environment: dict[str, str]) -> tuple[int, str]:
    with running("worker", "--check", **environment) as process:
        return process.wait(), "".join(process.said).strip()


@pytest.fixture
def there(data_dir: Path, address: DatabaseAddress) -> dict[str, str]:
    return {"DATABASE_URL": address.url, "SECRET_KEY": SECRET, "DATA_DIR": str(data_dir)}


async def test_h36_the_check_tells_a_worker_that_hangs_or_died_from_one_that_responds(
    data_dir: Path, there: dict[str, str]
) -> None:
    nobody = (1, f"No worker of the data folder {data_dir} is running on this machine.")
    assert check(there) == nobody
    with running("worker", **there) as worker:
        worker.wait_for("worker ready")
        assert check(there) == (0, "The worker responds.")
        (beat,) = list_heartbeats(data_dir / "run")
        worker.send(signal.SIGSTOP)
        long_ago = beat.stat().st_mtime - STALE_SECONDS - 60
        os.utime(beat, (long_ago, long_ago))
        code, said = check(there)
        assert code == 1
        assert said.startswith(f"The worker with the process ID {worker.pid} has not responded for 9")
        worker.send(signal.SIGCONT)
        while beat.stat().st_mtime == long_ago:
            await pause()
        assert check(there)[0] == 0
        worker.stop(signal.SIGKILL)
        assert check(there) == nobody
    with running("worker", **there) as next_worker:
        next_worker.wait_for("worker ready")
        (beat,) = list_heartbeats(data_dir / "run")
        assert str(next_worker.pid) in beat.name
        assert next_worker.stop() == 0
    assert list_heartbeats(data_dir / "run") == []
