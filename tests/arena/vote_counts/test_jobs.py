"""The jobs of vote counts, as the worker runs them."""

import pytest
from sqlalchemy import select, text

from llmbattler.arena.vote_counts import jobs
from llmbattler.arena.vote_counts.service import counts
from llmbattler.core.db import Database
from llmbattler.core.resources import Resources
from llmbattler.ratings.models import Board, ModelStatsHistory, PairCount
from llmbattler.ratings.service import status
from tests.arena.vote_counts.ballots import put, random_ballots


async def test_waiting_votes_are_counted(resources: Resources) -> None:
    database = resources.get(Database)
    await put(database, *random_ballots(20))
    await jobs.refresh(resources)
    async with database.unit() as session:
        assert [(run.worker_name, run.status, run.votes) for run in await status.list_runs(session)] == [
            ("ratings", "ok", 20)
        ]


async def test_a_failed_run_leaves_its_reason(resources: Resources) -> None:
    database = resources.get(Database)
    await put(database, *random_ballots(5))
    async with database.unit() as session:
        await session.execute(text("ALTER TABLE pair_totals RENAME TO hidden"))
    with pytest.raises(Exception, match="pair_totals"):
        await jobs.refresh(resources)
    async with database.unit() as session:
        (run,) = await status.list_runs(session)
    assert (run.worker_name, run.status) == (counts.WORKER, "failed")
    assert "pair_totals" in (run.error_message or "")


async def test_the_hourly_check_fits_the_slow_boards_too(resources: Resources) -> None:
    database = resources.get(Database)
    await put(database, *random_ballots(300))
    await jobs.refresh(resources)
    await jobs.check(resources)
    async with database.unit() as session:
        boards = {board.board: board for board in (await session.execute(select(Board))).scalars()}
    assert {"style_control", "style_control:math"} <= set(boards)
    assert boards["overall"].facts["robustness"] > 0


async def test_the_past_takes_less_room(resources: Resources) -> None:
    database = resources.get(Database)
    await put(database, *random_ballots(20))
    await jobs.refresh(resources)
    async with database.unit() as session:
        for age in ("3 days", "3 days 10 minutes", "3 days 20 minutes", "70 days", "70 days 5 hours", "1 hour"):
            await session.execute(
                text(
                    "INSERT INTO model_stats_history SELECT board, date_trunc('hour', now()) - cast(:age AS interval)"
                    " + interval '30 minutes', total_votes, rows, facts FROM model_stats_history"
                    " WHERE at >= date_trunc('minute', now()) - interval '2 minutes' AND board = 'overall'"
                ),
                {"age": age},
            )
        await session.execute(text("UPDATE pair_counts SET day = day - 100 WHERE model_a = 'ant'"))
    await jobs.delete_fine_history(resources)
    async with database.unit() as session:
        kept = (await session.execute(select(ModelStatsHistory).where(ModelStatsHistory.board == "overall"))).all()
        assert len(kept) in {4, 5}  # now, an hour ago, one or two hours of three days ago, one day of seventy
        assert (await session.execute(select(PairCount).where(PairCount.model_a == "ant"))).first() is None
