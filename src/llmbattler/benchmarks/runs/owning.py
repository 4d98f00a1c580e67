"""How people get, leave and take along the runs and schedules they made."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from . import repository
from .schedules import repository as schedules


async def export_runs(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    """The runs that somebody started; their results are the site's, and can be exported run by run."""
    for run in await repository.list_owned(session, owner):
        yield {
            "run_id": str(run.run_id),
            "title": run.title,
            "status": run.status,
            "models": run.models,
            "prompts": run.prompts,
            "epochs": run.epochs,
            "sample_count": run.sample_count,
            "webhook_url": run.webhook_url,
            "created_at": run.created_at.isoformat(),
            "finished_at": None if run.finished_at is None else run.finished_at.isoformat(),
        }


async def export_schedules(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    for schedule in await schedules.list_owned(session, owner):
        yield {
            "schedule_id": str(schedule.schedule_id),
            "title": schedule.title,
            "cron": schedule.cron,
            "enabled": schedule.enabled,
            "wanted": schedule.wanted,
            "created_at": schedule.created_at.isoformat(),
        }


RUNS = OwnedData("benchmark_runs", export_runs, repository.unlink_owner, repository.move_owner)
SCHEDULES = OwnedData("benchmark_schedules", export_schedules, schedules.disable_owned, schedules.move_owner)
