import pytest
from sqlalchemy import text

from llmbattler.benchmarks.runs.engine.gates import GateState, GateUpdate
from llmbattler.benchmarks.runs.engine.repository import update_gates
from llmbattler.core.db import Database, Session


async def update(session: Session, *, grown: float = 0.0, cut: bool = False, cool: float = 0.0) -> GateState:
    found = await update_gates(
        session, [GateUpdate("somewhere", grown, cut, cool)], start=32.0, widest=64.0, factor=0.5
    )
    return found["somewhere"]


async def test_what_workers_learn_is_added_up_to_a_maximum(database: Database) -> None:
    async with database.unit() as session:
        assert await update(session, grown=3) == GateState(35, 0)
        assert await update(session, grown=5) == GateState(40, 0)
        assert await update(session, grown=500) == GateState(64, 0)


async def test_throttled_workers_cut_the_width_once_per_second(database: Database) -> None:
    async with database.unit() as session:
        await update(session)
        await session.execute(text("UPDATE bench_gates SET changed_at = now() - interval '2 seconds'"))
        assert (await update(session, cut=True)).width == 16
        assert (await update(session, cut=True)).width == 16


async def test_the_longest_pause_counts(database: Database) -> None:
    async with database.unit() as session:
        assert (await update(session, cool=30)).cool == pytest.approx(30, abs=1)
        assert (await update(session, cool=5)).cool == pytest.approx(30, abs=1)
        assert (await update(session)).cool == pytest.approx(30, abs=1)
