"""H46 to H49: the hourly check and the recount of a site with millions of votes, and votes meanwhile."""

import asyncio
import importlib.util
import sys
from datetime import timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import text
from tests.arena.vote_counts.ballots import put, random_ballots
from tests.arena.vote_counts.service.test_counts import boards, count, recount

from llmbattler.arena.models import Vote
from llmbattler.arena.vote_counts import flow
from llmbattler.arena.vote_counts.service import corrections, counts
from llmbattler.core import clock
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.settings import Settings
from llmbattler.ratings.service import RatingRules
from llmbattler.ratings.service.style_control import StyledBoard, StyledVotes

RULES = RatingRules()
ROOT = Path(__file__).parents[2]
GATE_VOTES, TORTURE_VOTES = 3_000, 1_000_000
"""`perf/batch_jobs.py` uses ten million."""
LIMIT_SECONDS, QUERY_SECONDS = 0.4, 0.5
# Materialized, so that each query sleeps once and not for each row.
SLOW_VIEW = f"""
CREATE VIEW votes AS WITH slow AS MATERIALIZED (SELECT pg_sleep({QUERY_SECONDS}))
SELECT stored_votes.* FROM stored_votes, slow
"""  # noqa: S608 - a constant
OPEN_TRANSACTIONS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
"""


async def test_h46_batch_jobs_are_not_under_the_limit_of_requests(
    settings: Settings, address: DatabaseAddress, database: Database
) -> None:
    """Every query on votes takes longer than a request may, as with five million votes."""
    await put(database, *random_ballots(80))
    await count(database)
    right = await boards(database)
    async with database.unit() as session:
        await session.execute(text("UPDATE pair_totals SET ties = ties + 1"))
        await session.execute(text("ALTER TABLE votes RENAME TO stored_votes"))
        await session.execute(text(SLOW_VIEW))
    hurried = Database(address, settings.model_copy(update={"database_statement_timeout": LIMIT_SECONDS}))
    try:
        await flow.check_boards(hurried, rules=RULES)
    finally:
        await hurried.close()
    assert (await boards(database))["counts"] == right["counts"]
    assert (await boards(database))["elo"] == right["elo"]


async def test_h47_fits_of_minutes_run_outside_of_transactions(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(database, *random_ballots(200))
    await count(database)
    open_transactions: list[int] = []
    loop = asyncio.get_running_loop()
    fit = StyledVotes.fit

    async def look() -> int:
        async with database.unit() as session:
            found: int = (await session.execute(text(OPEN_TRANSACTIONS))).scalar_one()
            return found

    def fit_and_look(self: StyledVotes) -> list[StyledBoard]:
        open_transactions.append(asyncio.run_coroutine_threadsafe(look(), loop).result())
        return fit(self)

    monkeypatch.setattr(StyledVotes, "fit", fit_and_look)
    await flow.check_boards(database, rules=RULES)
    await flow.recount_boards(database, rules=RULES, report=lambda _: None)
    assert open_transactions == [0, 0]


async def read_stable(database: Database) -> dict[str, Any]:
    found = await boards(database)
    return {name: found[name] for name in ("counts", "elo", "totals")}


def cast_now(number: int, late: timedelta = timedelta()) -> list[Vote]:
    """Votes of this minute; with `late`, some are older than others that were counted before."""
    votes = random_ballots(number, seed=number)
    for place, vote in enumerate(votes):
        vote.created_at = clock.now() - late + timedelta(seconds=place)
    return votes


async def test_h48_votes_are_counted_while_the_counts_are_corrected(database: Database) -> None:
    await put(database, *random_ballots(150), *cast_now(2))
    await count(database)
    async with database.unit() as session:
        await session.execute(text("UPDATE pair_totals SET wins_a = wins_a + 2 WHERE facet = 'overall'"))
        await session.execute(text("DELETE FROM pair_counts WHERE model_a = 'ant'"))
    async with database.batch_unit() as session:
        await corrections.lock_snapshot(session)
        await put(database, *cast_now(60, late=timedelta(seconds=30)))
        async with asyncio.timeout(20):  # the check holds no lock that counting needs
            assert (await count(database)).processed == 60
        found = await corrections.find_differences(session)
    async with database.batch_unit() as session:
        assert await corrections.apply_elo(session, found=found)
    assert found.missing.list_facets() == ["overall"]
    async with database.batch_unit() as session:
        assert await corrections.apply_facet(session, found=found, facet="overall", rules=RULES)
    corrected = await read_stable(database)
    await recount(database)
    assert await read_stable(database) == corrected


async def test_h52_new_votes_do_not_wait_for_a_recount(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recount that settles old votes, which reads all of them, and a correction of several facets."""
    await put(database, *random_ballots(60))
    await recount(database)
    await put(database, *random_ballots(20, seed=2), *cast_now(10))
    async with database.unit() as session:
        assert (await counts.settle_unprocessed(session)).processed == 20
        async with asyncio.timeout(20):
            assert (await count(database)).processed == 10
    async with database.unit() as session:
        await session.execute(text("UPDATE pair_totals SET ties = ties + 1"))
    counted: list[int] = []
    apply = corrections.apply_facet

    async def apply_and_count(*arguments: Any, **more: Any) -> bool:
        applied = await apply(*arguments, **more)
        counted.append(1)
        return applied

    monkeypatch.setattr(corrections, "apply_facet", apply_and_count)
    correction = asyncio.create_task(flow.correct_counts(database, rules=RULES))
    while not correction.done():
        await put(database, *cast_now(1))
        async with asyncio.timeout(20):
            assert (await count(database)).processed == 1
    assert not await correction
    assert len(counted) > 2
    corrected = await read_stable(database)
    await recount(database)
    assert await read_stable(database) == corrected


def load_measurement() -> ModuleType:
    spec = importlib.util.spec_from_file_location("batch_jobs", ROOT / "perf" / "batch_jobs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


async def run_batch_jobs(database: Database, votes: int) -> None:
    measurement = load_measurement()
    await measurement.fill(database, votes=votes, models=20)
    found = await measurement.run_all(database, pause=0.2, rest_seconds=0.3)
    assert len(found) == 4
    for name, one in found.items():
        assert one.votes, name
        assert one.slowest < measurement.VOTE_LIMIT, name


async def test_h49_batch_jobs_and_votes_stay_inside_their_limits(database: Database) -> None:
    await run_batch_jobs(database, GATE_VOTES)


@pytest.mark.torture
@pytest.mark.timeout(3600)
async def test_h49_batch_jobs_with_a_million_votes(database: Database) -> None:
    await run_batch_jobs(database, TORTURE_VOTES)
