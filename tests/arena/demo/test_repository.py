from typing import Any

import pytest
from tests.arena.rows import OWNER, add_battle, all_rows

from llmbattler.arena.demo import repository
from llmbattler.arena.models import Session as SessionRow
from llmbattler.core.db import Database
from llmbattler.core.ids import uuid7


async def test_a_site_is_empty_until_it_has_a_battle(database: Database) -> None:
    async with database.unit() as session:
        assert not await repository.find_any_battle(session)
        await add_battle(session)
        assert await repository.find_any_battle(session)


@pytest.mark.parametrize("number", [0, 2, 3, 7])
async def test_rows_are_added_in_parts_and_each_once(
    database: Database, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(repository, "AT_ONCE", 3)
    rows: list[dict[str, Any]] = [
        {"session_id": uuid7(), "owner": OWNER, "title": f"Title {place}"} for place in range(number)
    ]
    async with database.unit() as session:
        await repository.add_sessions(session, rows)
    stored = await all_rows(database, SessionRow)
    assert sorted(row.title for row in stored) == [row["title"] for row in rows]
