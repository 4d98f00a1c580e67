from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.generation.response_cache import repository
from llmbattler.generation.response_cache.jobs import delete_expired
from llmbattler.generation.response_cache.models import CachedResponse


async def test_expired_responses_are_deleted_in_batches(
    resources: Resources, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "BATCH_ROWS", 2)
    now, long_ago = datetime.now(UTC), datetime.now(UTC) - timedelta(days=91)
    async with database.unit() as session:
        for number in range(6):
            at = now if number == 0 else long_ago
            session.add(CachedResponse(key=str(number), contestant_id="a", answer="", finish="stop", created_at=at))
    await delete_expired(resources)
    async with database.unit() as session:
        assert list((await session.execute(select(CachedResponse.key))).scalars()) == ["0"]
