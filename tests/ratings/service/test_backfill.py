from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from llmbattler.core.db import Database
from llmbattler.ratings.boards import BoardKind, BoardName
from llmbattler.ratings.estimation.bradley_terry import fit
from llmbattler.ratings.estimation.counts import Outcome, PairCounts
from llmbattler.ratings.models import ModelStats, ModelStatsHistory
from llmbattler.ratings.rules import RatingRules
from llmbattler.ratings.service.backfill import PastVote, add_past_snapshots

START = datetime(2026, 1, 1, tzinfo=UTC)
OVERALL = BoardName(BoardKind.OVERALL)


def day(number: float) -> datetime:
    return START + timedelta(days=number)


VOTES = [
    PastVote(day(1), "a", "b", Outcome.A),
    PastVote(day(1.5), "a", "b", Outcome.B),
    PastVote(day(2), "b", "c", Outcome.TIE),
    PastVote(day(3), "c", "a", Outcome.A),
]


async def list_snapshots(database: Database) -> list[ModelStatsHistory]:
    async with database.unit() as session:
        query = select(ModelStatsHistory).order_by(ModelStatsHistory.board, ModelStatsHistory.at)
        assert not (await session.execute(select(ModelStats))).all()
        return list((await session.execute(query)).scalars())


async def test_each_moment_knows_only_the_votes_until_then(database: Database) -> None:
    moments = [day(9), day(0), day(1), day(2), day(10)]
    async with database.unit() as session:
        await add_past_snapshots(session, board=OVERALL, votes=VOTES, at=moments, rules=RatingRules(min_votes=1))
    kept = await list_snapshots(database)
    assert [(one.at, one.total_votes, sorted(one.rows)) for one in kept] == [
        (day(1), 1, ["a", "b"]),
        (day(2), 3, ["a", "b", "c"]),
        (day(9), 4, ["a", "b", "c"]),
    ]
    last = kept[-1].rows
    fitted = fit(PairCounts.from_votes(*zip(*(vote[1:] for vote in VOTES), strict=True)))
    assert {name: row["rating"] for name, row in last.items()} == dict(zip(fitted.models, fitted.rating, strict=True))
    assert last["a"]["elo"] < 1500 < last["c"]["elo"]
    assert kept[0].rows["a"]["elo"] == 1516


async def test_only_the_overall_board_has_an_online_elo(database: Database) -> None:
    board = BoardName(BoardKind.CATEGORY, "coding")
    async with database.unit() as session:
        await add_past_snapshots(session, board=board, votes=VOTES, at=[day(9)], rules=RatingRules())
    (kept,) = await list_snapshots(database)
    assert kept.board == "category:coding"
    assert {row["elo"] for row in kept.rows.values()} == {None}


async def test_no_votes_leave_nothing(database: Database) -> None:
    async with database.unit() as session:
        await add_past_snapshots(session, board=OVERALL, votes=[], at=[day(1)], rules=RatingRules())
    assert await list_snapshots(database) == []
