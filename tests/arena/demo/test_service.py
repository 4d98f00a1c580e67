from datetime import UTC, datetime

from sqlalchemy import func, select

from llmbattler.arena.demo import service
from llmbattler.arena.models import Battle, Share, Vote
from llmbattler.connectors.demo_data.demo_models import DEMO_MODELS
from llmbattler.core.db import Database
from llmbattler.ratings.models import ModelStats, ModelStatsHistory
from llmbattler.ratings.rules import RatingRules

RULES = RatingRules()


def _ranks(values: dict[str, float]) -> dict[str, int]:
    return {name: place for place, name in enumerate(sorted(values, key=lambda name: -values[name]))}


async def test_the_fit_recovers_the_known_strengths(database: Database) -> None:
    async with database.unit() as session:
        report = await service.fill(session, rules=RULES, battles=2500, until=datetime(2026, 11, 15, 8, tzinfo=UTC))
    assert report.votes > 2000
    async with database.unit() as session:
        query = select(ModelStats).where(ModelStats.board == "overall")
        rows = {row.model_id: row for row in (await session.execute(query)).scalars()}
        filled = await service.is_filled(session)
    assert filled
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
