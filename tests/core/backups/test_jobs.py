from llmbattler.core.backups.jobs import back_up
from llmbattler.core.db import Database
from llmbattler.core.db.dumps import lock_backups
from llmbattler.core.resources import Resources
from llmbattler.core.settings import Settings


async def test_nothing_happens_without_a_schedule_or_beside_another_backup(
    resources: Resources, settings: Settings
) -> None:
    await back_up(resources)
    resources.add(Settings, settings.model_copy(update={"backup_schedule": "* * * * *"}))
    async with lock_backups(resources.get(Database).address):
        await back_up(resources)
    assert not any(path.is_file() for path in (settings.data_dir / "backups").rglob("*"))
