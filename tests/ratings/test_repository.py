from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from llmbattler.core.db import Database
from llmbattler.ratings import repository
from llmbattler.ratings.estimation.counts import CountRow

DAY = date(2026, 1, 10)
NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


def _row(facet: str, a: str, b: str, *numbers: int, source: str = "human") -> dict[str, Any]:
    counts = dict(zip(("wins_a", "wins_b", "ties", "both_bad"), numbers, strict=True))
    return {"source": source, "facet": facet, "model_a": a, "model_b": b, **counts}


async def test_added_counts_are_summed_and_late_days_can_be_left_out(database: Database) -> None:
    row = _row("overall", "a", "b", 1, 2, 3, 4)
    async with database.unit() as session:
        for day in (DAY, DAY + timedelta(days=1)):
            await repository.add_totals(session, [row])
            await repository.add_day_counts(session, [{**row, "day": day}])
        assert await repository.list_counts(session, "human", "overall") == [CountRow("a", "b", 2, 4, 6, 8)]
        before = DAY + timedelta(days=1)
        assert await repository.list_counts(session, "human", "overall", before) == [CountRow("a", "b", 1, 2, 3, 4)]
        since = await repository.list_counts_since(session, "human", "overall", before)
        assert since == [CountRow("a", "b", 1, 2, 3, 4)]


async def test_a_pair_is_found_in_either_order_and_only_where_it_met(database: Database) -> None:
    rows = [_row("overall", "a", "b", 1, 0, 0, 0), _row("category:x", "a", "b", 0, 0, 0, 0)]
    async with database.unit() as session:
        await repository.add_totals(session, [*rows, _row("overall", "b", "c", 1, 0, 0, 0)])
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


async def test_facts_of_a_board_stay_until_they_are_found_again(database: Database) -> None:
    row = {"model_id": "a", "rating": 1.0, "ci_low": 0.0, "ci_high": 2.0, "rank": 1, "rank_low": 1, "rank_high": 1}
    row |= {"wins": 1, "losses": 0, "ties": 0, "both_bad": 0}
    async with database.unit() as session:
        first = {"smoothed": True, "robustness": 3}
        await repository.update_board(session, board="overall", total_votes=1, facts=first, rows=[row])
        second = {"smoothed": False}
        known = await repository.update_board(session, board="overall", total_votes=2, facts=second, rows=[row])
        assert known == {"smoothed": False, "robustness": 3}
        await repository.update_board(session, board="overall", total_votes=0, facts={}, rows=[])
        assert await repository.get_board(session, "overall") is None
        assert await repository.list_stats(session, "overall") == []


async def test_the_newest_elo_is_never_deleted(database: Database) -> None:
    async with database.unit() as session:
        for number in (1, 2):
            at = NOON + timedelta(minutes=number)
            await repository.update_elo_after(
                session,
                after=(NOON + timedelta(minutes=number - 1), UUID(int=number - 1)),
                voted_at=at,
                vote_id=UUID(int=number),
                ratings={"a": 1500.0 + number},
            )
        await repository.delete_old_elo(session, timedelta(hours=1))
        assert await repository.get_latest_elo_of(session, ["a", "b"]) == [1502.0, None]
        assert await repository.get_elo_before(session, NOON + timedelta(minutes=2), UUID(int=2)) is None
