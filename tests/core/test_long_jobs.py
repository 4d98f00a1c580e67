from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from llmbattler.core import long_jobs
from llmbattler.core.db import Database, Session
from llmbattler.core.long_jobs import JobState, LongJob, list_long_jobs
from llmbattler.core.manifests import JobKind

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def make_job(kind: str, minutes: int, owner: str) -> LongJob:
    started = NOON + timedelta(minutes=minutes)
    return LongJob(kind, f"{kind}-{minutes}", owner, "A job", JobState.RUNNING, 1, 2, started)


JOBS = {"export": [make_job("export", 1, "m_1"), make_job("export", 3, "m_2")], "run": [make_job("run", 2, "m_1")]}


async def test_jobs_of_all_kinds_are_listed_newest_first(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(kind: str) -> long_jobs.ListUnfinished:
        async def list_unfinished(_: Session, owner: str | None) -> Sequence[LongJob]:
            return [job for job in JOBS[kind] if owner in (None, job.owner)]

        return list_unfinished

    monkeypatch.setattr(long_jobs, "list_job_kinds", lambda: {kind: JobKind(kind, kind) for kind in JOBS})
    monkeypatch.setattr(long_jobs, "load", load)
    async with database.unit() as session:
        assert [job.id for job in await list_long_jobs(session)] == ["export-3", "run-2", "export-1"]
        assert [job.id for job in await list_long_jobs(session, owner="m_1")] == ["run-2", "export-1"]
