from datetime import UTC, datetime

import psycopg
import pytest

from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.db.failures import DatabaseBusy
from llmbattler.core.ids import uuid7
from llmbattler.core.settings import Settings
from llmbattler.ratings.imports import repository


async def test_votes_that_a_busy_database_does_not_take_in_time_are_refused(
    settings: Settings, address: DatabaseAddress
) -> None:
    impatient = Database(address, settings.model_copy(update={"database_statement_timeout": 0.05}))
    row = (uuid7(), "mine", "x", "y", "a", None, None, None, None, datetime.now(UTC))
    with psycopg.connect(address.url) as holder:
        holder.execute("LOCK TABLE imported_votes")
        with pytest.raises(DatabaseBusy):
            async with impatient.unit() as session:
                await repository.add_votes(session, [row])
    async with impatient.unit() as session:
        await repository.add_votes(session, [row])
        assert await repository.list_vote_sums(session, "mine") == [("x", "y", "a", 1)]
    await impatient.close()
