"""F60: a site with a long past. The full size is in perf/leaderboard.py; here the plans of the database are read."""

import re
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from tests.arena.conftest import ALPHA, Person, arena_site, provider
from tests.statement_log import record_statements

__all__ = ["arena_site", "provider"]

from llmbattler.arena.vote_counts import jobs
from llmbattler.arena.vote_counts.service import counts
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.deps import Boards
from llmbattler.ratings.service import RatingRules

FILL = """
INSERT INTO votes (vote_id, battle_id, session_id, voter, vote, left_model_id, right_model_id, mode, categories,
                   turns, counted, prompt_hash, created_at, processing_status)
SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'voter-' || i % 500,
       (ARRAY['left_better', 'right_better', 'tie'])[1 + i % 3], 'model-' || i % 40, 'model-' || (i + 1 + i % 7) % 40,
       'battle', ARRAY['coding'], 1, true, md5(i::text), now() - interval '1 minute' * i, 'processed'
FROM generate_series(1, 40000) AS i
"""
BATTLES = """
INSERT INTO battles (battle_id, session_id, owner, mode, left_model_id, right_model_id, status, conversation,
                     prompt_hash)
SELECT gen_random_uuid(), gen_random_uuid(), 'voter-' || i % 500, 'battle', 'model-1', 'model-2', 'voted', '[]', ''
FROM generate_series(1, 20000) AS i
"""
SESSIONS = """
INSERT INTO sessions (session_id, owner, title)
SELECT session_id, owner, 'A title' FROM battles WHERE owner LIKE 'voter-%'
"""
LARGE = ("votes", "battles", "sessions")
"""They grow with use; counts and boards grow with the number of models."""


async def read_plans(database: Database, statements: list[tuple[str, Any]]) -> list[str]:
    plans = []
    async with database.unit() as session:
        connection = await session.connection()
        for statement, parameters in statements:
            if re.match(r"\s*(SELECT|UPDATE|DELETE)\b", statement) and isinstance(parameters, dict):
                rows = await connection.exec_driver_sql("EXPLAIN " + statement, parameters)
                plans.append(statement[:200] + "\n" + "\n".join(row[0] for row in rows))
    return plans


@pytest.fixture
async def site_with_history(arena_site: str, resources: Resources) -> str:
    database = resources.get(Database)
    for statement in (FILL, BATTLES, SESSIONS):
        async with database.unit() as session:
            await session.execute(text(statement))
    async with database.unit() as session:
        await counts.recount(session, rules=RatingRules())
    async with database.engine.connect() as connection:
        await (await connection.execution_options(isolation_level="AUTOCOMMIT")).execute(text("VACUUM ANALYZE"))
    return arena_site


async def test_f60_hot_paths_read_no_large_table_from_end_to_end(site_with_history: str, resources: Resources) -> None:
    database = resources.get(Database)
    person = Person(site_with_history)
    battle = await person.battle()
    with record_statements(database) as statements:
        await person.vote(battle.battle_id)
        await jobs.refresh(resources)
        resources.get(Boards).invalidate()
        await person.get("/api/leaderboard")
        await person.get("/api/sessions")
        await person.get(f"/api/models/{ALPHA}/ratings")
        await person.get("/api/leaderboard/mine")
    await person.http.aclose()
    plans = await read_plans(database, statements)
    assert len(plans) > 20
    slow = [plan for plan in plans if re.search(rf"Seq Scan on ({'|'.join(LARGE)})\b", plan)]
    assert not slow, "\n\n".join(slow)


async def test_f60_one_more_vote_costs_what_the_first_one_did(site_with_history: str, resources: Resources) -> None:
    """The work of a refresh is that of the pairs and not that of the votes: no statement reads the processed ones."""
    database = resources.get(Database)
    async with database.unit() as session:
        await session.execute(
            text("UPDATE votes SET processing_status = 'pending' WHERE created_at > now() - interval '3 minutes'")
        )
    with record_statements(database) as statements:
        await jobs.refresh(resources)
    rows = [statement for statement, _ in statements if re.search(r"FROM votes\b", statement)]
    assert len(rows) <= 2, rows  # the waiting ones, and those after the mark of the online Elo


async def test_f60_the_board_is_answered_from_memory(site_with_history: str, resources: Resources) -> None:
    async with httpx.AsyncClient(base_url=site_with_history) as client:
        await client.get("/api/leaderboard")
        with record_statements(resources.get(Database)) as statements:
            for _ in range(20):
                assert (await client.get("/api/leaderboard")).status_code == 200
        assert not [statement for statement, _ in statements if re.search(r"FROM (boards|model_stats)", statement)]
