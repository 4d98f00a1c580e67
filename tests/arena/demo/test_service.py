from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select
from tests.scripts.checkouts import load

from llmbattler.arena.demo import service
from llmbattler.arena.models import Battle, Share, Vote
from llmbattler.core import clock
from llmbattler.core.db import Database
from llmbattler.ratings.models import ModelStats, ModelStatsHistory
from llmbattler.ratings.rules import RatingRules

RULES = RatingRules()
DEMO_MODELS = load("demo_recording.demo_models").DEMO_MODELS


def _ranks(values: dict[str, float]) -> dict[str, int]:
    return {name: place for place, name in enumerate(sorted(values, key=lambda name: -values[name]))}


async def test_the_fit_recovers_the_known_strengths(database: Database) -> None:
    async with database.unit() as session:
        report = await service.fill(session, rules=RULES, battles=2500, until=datetime(2026, 11, 15, 8, tzinfo=UTC))
    assert report.votes > 2000
    async with database.unit() as session:
        query = select(ModelStats).where(ModelStats.board == "overall")
        rows = {row.model_id: row for row in (await session.execute(query)).scalars()}
    truth = {member.model_id: member.rating for member in DEMO_MODELS}
    assert rows.keys() == truth.keys()
    there, here = _ranks(truth), _ranks({name: row.rating for name, row in rows.items()})
    size = len(truth)
    spearman = 1 - 6 * sum((there[name] - here[name]) ** 2 for name in truth) / (size * (size**2 - 1))
    assert spearman > 0.95
    inside = [rows[name].ci_low <= rating <= rows[name].ci_high for name, rating in truth.items()]
    assert sum(inside) >= 0.9 * size


async def test_every_page_has_something_to_show(database: Database) -> None:
    async with database.unit() as session:
        await service.fill(session, rules=RULES, battles=800)
    async with database.unit() as session:
        for table, fewest in ((Battle, 800), (Vote, 700), (Share, 5), (ModelStatsHistory, 100)):
            assert (await session.execute(select(func.count()).select_from(table))).scalar_one() >= fewest, table
        pending = select(func.count()).select_from(Vote).where(Vote.processing_status != "processed")
        assert (await session.execute(pending)).scalar_one() == 0
        query = select(func.count(func.distinct(ModelStatsHistory.at))).where(ModelStatsHistory.board == "overall")
        assert (await session.execute(query)).scalar_one() > 30


async def test_progress_goes_from_nothing_to_all(database: Database) -> None:
    told: list[float] = []
    async with database.unit() as session:
        await service.fill(session, rules=RULES, battles=120, progress=lambda _what, share: told.append(share))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)


async def test_everything_happened_before_now_and_recently(database: Database) -> None:
    async with database.unit() as session:
        await service.fill(session, rules=RULES, battles=300)
        first, last = (await session.execute(select(func.min(Vote.created_at), func.max(Vote.created_at)))).one()
    now = clock.now()
    assert timedelta(days=55) < now - first < timedelta(days=61)
    assert timedelta(0) < now - last < timedelta(days=1)


@pytest.mark.parametrize("number", [None, 10, 99])
def test_all_battles_are_chosen_by_default(number: int | None) -> None:
    lines = [b"%d" % one for one in range(10)]
    assert service.choose(lines, number) == lines


def test_some_battles_are_chosen_from_the_whole_time() -> None:
    lines = [b"%d" % one for one in range(100)]
    assert service.choose(lines, 4) == [b"0", b"25", b"50", b"75"]
    assert len(set(service.choose(lines, 99))) == 99
    assert service.choose(lines, 0) == []
