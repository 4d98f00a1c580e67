"""Personal data in schedules: export, erasure and moving to another account."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from .. import repository


async def export_schedules(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for schedule in await repository.list_owned(session, owner):
        yield {
            "schedule_id": str(schedule.schedule_id),
            "title": schedule.title,
            "cron": schedule.cron,
            "enabled": schedule.enabled,
            "wanted": schedule.wanted,
            "created_at": schedule.created_at.isoformat(),
        }


SCHEDULES = OwnedData("benchmark_schedules", export_schedules, repository.delete_owner, repository.update_owner)
