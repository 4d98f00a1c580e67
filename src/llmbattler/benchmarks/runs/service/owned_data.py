"""Personal data in runs: export, erasure and moving to another account."""

from collections.abc import AsyncIterator
from typing import Any

from llmbattler.core.db import Session
from llmbattler.core.ownership import OwnedData

from .. import repository


async def export_runs(session: Session, owner: str) -> AsyncIterator[dict[str, Any]]:
    """Runs without their results, which belong to the site and are exported per run."""
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


RUNS = OwnedData("benchmark_runs", export_runs, repository.delete_owner, repository.update_owner)
