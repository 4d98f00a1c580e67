import asyncio
import os
from pathlib import Path

import pytest
from tests.polling import pause

from llmbattler.worker import heartbeat
from llmbattler.worker.heartbeat import WorkerUnhealthy, check_heartbeat, keep_beating, list_heartbeats, open_heartbeat


def test_only_a_locked_file_that_is_young_counts(tmp_path: Path) -> None:
    with pytest.raises(WorkerUnhealthy, match="No worker"):
        check_heartbeat(tmp_path)
    with open_heartbeat(tmp_path) as path:
        check_heartbeat(tmp_path)
        os.utime(path, (0, 0))
        with pytest.raises(WorkerUnhealthy, match="has not responded"):
            check_heartbeat(tmp_path)
    assert list_heartbeats(tmp_path / "run") == []


def test_files_of_dead_workers_are_removed_and_those_of_other_machines_stay(tmp_path: Path) -> None:
    with open_heartbeat(tmp_path) as path:
        dead = path.with_name(path.name.replace(str(os.getpid()), "1"))
        elsewhere = path.with_name(f"worker-elsewhere-{path.name}")
    for left in (dead, elsewhere):
        left.touch()
    with pytest.raises(WorkerUnhealthy, match="No worker"):
        check_heartbeat(tmp_path)
    with open_heartbeat(tmp_path) as path:
        assert {one.name for one in (tmp_path / "run").iterdir()} == {path.name, elsewhere.name}


async def test_it_beats_again_and_again_and_survives_a_missing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.001)
    path = tmp_path / "beat"
    task = asyncio.create_task(keep_beating(path))
    await pause()
    for _ in range(2):
        path.touch()
        os.utime(path, (0, 0))
        while path.stat().st_mtime == 0:
            await pause()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
