from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from llmbattler.core.db import Database, Session, run_statement
from llmbattler.ratings import repository
from llmbattler.ratings.estimation.counts import CountColumns, CountRow
from llmbattler.ratings.repository import EloMark

DAY = date(2026, 1, 10)
NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


async def test_added_counts_are_summed_and_late_days_can_be_left_out(database: Database) -> None:
    async with database.unit() as session:
        for day in (DAY, DAY + timedelta(days=1)):
            await repository.add_totals(session, "human", [("overall", "a", "b", 1, 2, 3, 4)])
            await repository.add_day_counts(session, "human", [("overall", day, "a", "b", 1, 2, 3, 4)])
        assert await repository.list_counts(session, "human", "overall") == [CountRow("a", "b", 2, 4, 6, 8)]
        before = DAY + timedelta(days=1)
        assert await repository.list_counts(session, "human", "overall", before) == [CountRow("a", "b", 1, 2, 3, 4)]
        since = await repository.list_counts_since(session, "human", "overall", before)
        assert since == CountColumns(["a"], ["b"], [1], [2], [3], [4])
        everything = await repository.list_count_columns(session, "human", "overall")
        assert everything == CountColumns(["a"], ["b"], [2], [4], [6], [8])
        assert await repository.list_count_columns(session, "human", "usage") == CountColumns([], [], [], [], [], [])


async def test_a_pair_is_found_in_either_order_and_only_where_it_met(database: Database) -> None:
    rows = [("overall", "a", "b", 1, 0, 0, 0), ("category:x", "a", "b", 0, 0, 0, 0), ("overall", "b", "c", 1, 0, 0, 0)]
    async with database.unit() as session:
        await repository.add_totals(session, "human", rows)
        found = await repository.list_pair(session, "b", "a")
        assert [(row.facet, row.counts) for row in found] == [("overall", CountRow("a", "b", 1, 0, 0, 0))]
        opponents = await repository.list_opponents(session, "human", "overall", "b")
        assert {(row.counts.model_a, row.counts.model_b) for row in opponents} == {("a", "b"), ("b", "c")}


async def test_old_snapshots_are_thinned_to_the_last_of_each_hour(database: Database) -> None:
    times = [NOON, NOON + timedelta(minutes=30), NOON + timedelta(hours=1)]
    async with database.unit() as session:
        for at in times:
            await repository.add_snapshot(session, board="overall", total_votes=1, rows={}, facts={}, at=at)
        await repository.delete_snapshots(session, older_than=timedelta(days=1), unit="hour")
        kept = await repository.list_snapshot_times(session, "overall", None, NOON + timedelta(days=1))
    assert kept == times[1:]


def _values(rating: float) -> dict[str, Any]:
    rated = {"rating": rating, "ci_low": 0.0, "ci_high": 2.0, "rank": 1, "rank_low": 1, "rank_high": 1}
    return {**rated, "wins": 1, "losses": 0, "ties": 0, "both_bad": 0, "elo": None}


async def _write(session: Session, facts: dict[str, Any], rows: dict[str, Any]) -> None:
    await repository.update_board(session, board="overall", total_votes=1, facts=facts, rows=rows, at=NOON)


async def test_facts_of_a_board_stay_until_they_are_found_again(database: Database) -> None:
    async with database.unit() as session:
        await _write(session, {"smoothed": True, "robustness": 3}, {"a": _values(1.0)})
        await _write(session, {"smoothed": False}, {"a": _values(1.0)})
        board = await repository.get_board(session, "overall")
        snapshot = await repository.get_snapshot(session, "overall", NOON)
        assert board is not None
        assert snapshot is not None
        assert board.facts == snapshot.facts == {"smoothed": False, "robustness": 3}


async def test_a_board_is_replaced_to_the_bit_and_deleted(database: Database) -> None:
    exact = 1000 + 1 / 3
    async with database.unit() as session:
        await _write(session, {}, {"a": _values(1.0), "b": _values(2.0)})
        await _write(session, {}, {"b": _values(exact), "c": _values(-0.1)})
        stats = await repository.list_stats(session, "overall")
        snapshot = await repository.get_snapshot(session, "overall", NOON)
        assert [(row.model_id, row.rating) for row in stats] == [("b", exact), ("c", -0.1)]
        assert snapshot is not None
        assert snapshot.rows == {"b": _values(exact), "c": _values(-0.1)}
    async with database.unit() as session:
        await repository.delete_board(session, "overall")
        assert await repository.get_board(session, "overall") is None
        assert await repository.list_stats(session, "overall") == []


async def test_the_newest_elo_is_never_deleted(database: Database) -> None:
    async with database.unit() as session:
        for number in (1, 2):
            mark = EloMark(NOON + timedelta(minutes=number), UUID(int=number), {"a": 1500.0 + number})
            before = (NOON + timedelta(minutes=number - 1), UUID(int=number - 1))
            await repository.update_elo_after(session, after=before, mark=mark, older_than=timedelta(hours=1))
        revealed = await run_statement(session, repository.REVEALED, {"models": ["a", "b"]})
        assert [(row[0], row[-1]) for row in revealed] == [("a", 1502.0), ("b", None)]
        assert await repository.get_newest_elo(session, NOON + timedelta(minutes=2), UUID(int=2)) is None
