from pathlib import Path

from llmbattler.core.locks import FileLock


def test_an_exclusive_lock_waits_for_the_last_shared_one(tmp_path: Path) -> None:
    first, second, last = (FileLock(tmp_path / "lock") for _ in range(3))
    first.share()
    second.share()
    assert not last.try_lock()
    first.release()
    assert not last.try_lock()
    second.release()
    assert last.try_lock()
    last.release()
    last.release()
