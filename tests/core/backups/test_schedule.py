from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.core.backups.test_description import describe

from llmbattler.core.backups import schedule
from llmbattler.core.backups.description import encode
from llmbattler.core.backups.places import FolderPlace
from llmbattler.core.clock import now
from llmbattler.core.doctor import Level
from llmbattler.core.errors import StartupProblem
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings


def configure(folder: Path, **more: object) -> Resources:
    resources = Resources()
    resources.add(Settings, Settings(data_dir=folder, **more))  # type: ignore[arg-type]
    return resources


def store(folder: Path, name: str, made_at: datetime | None) -> None:
    (folder / name).mkdir(parents=True)
    if made_at is not None:
        (folder / name / "backup.json").write_bytes(encode(describe(made_at=made_at)))


def list_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_last_time_is_not_after_now() -> None:
    noon = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
    assert schedule.find_last_time("0 * * * *", noon) == noon
    assert schedule.find_last_time("30 3 * * *", noon) == noon.replace(hour=3, minute=30)


async def test_a_schedule_that_cannot_work_stops_the_start(tmp_path: Path) -> None:
    await schedule.check_schedule(configure(tmp_path))
    await schedule.check_schedule(configure(tmp_path, backup_schedule="0 3 * * *"))
    with pytest.raises(StartupProblem, match="BACKUP_SCHEDULE"):
        await schedule.check_schedule(configure(tmp_path, backup_schedule="0 99 * * *"))
    with pytest.raises(StartupProblem, match="BACKUP_TO"):
        await schedule.check_schedule(
            configure(tmp_path, backup_schedule="0 3 * * *", backup_to=SecretStr(str(Path(__file__).parent)))
        )


async def test_old_and_abandoned_backups_are_deleted(tmp_path: Path) -> None:
    names = [f"llmbattler-2026110{day}T000000Z-0000" for day in range(1, 7)]
    for name in names:
        store(tmp_path, name, None if name in {names[1], names[5]} else now())
    (tmp_path / "mine").mkdir()
    assert await schedule.delete_old(FolderPlace(tmp_path), keep=2) == names[:3]
    assert list_names(tmp_path) == [*names[3:], "mine"]


async def test_the_doctor_notices_when_backups_stop(tmp_path: Path) -> None:
    (finding,) = await schedule.examine_backups(configure(tmp_path))
    assert finding.level is Level.OK
    resources = configure(tmp_path, backup_schedule="0 * * * *")
    (finding,) = await schedule.examine_backups(resources)
    assert finding.level is Level.WARNING
    store(tmp_path / "backups", "llmbattler-20261101T000000Z-0000", now() - timedelta(days=1))
    (finding,) = await schedule.examine_backups(resources)
    assert finding.level is Level.WARNING
    store(tmp_path / "backups", "llmbattler-20261102T000000Z-0000", now())
    (finding,) = await schedule.examine_backups(resources)
    assert finding.level is Level.OK
