from llmbattler.core.db import Database
from llmbattler.core.doctor import Level
from llmbattler.core.resources import Resources
from llmbattler.generation.contestants.flow.doctor import check_contestants
from tests.arena.rows import add_battle
from tests.benchmarks.runs.offered_models import offer


async def test_a_site_whose_ids_are_all_known_is_well(database: Database) -> None:
    resources = Resources()
    resources.add(Database, database)
    async with database.unit() as session:
        await offer(session)
        await add_battle(session, left_model_id="alpha", right_model_id="beta")
    [finding] = await check_contestants(resources)
    assert finding.level is Level.OK


async def test_unknown_ids_are_listed_with_what_to_do(database: Database) -> None:
    resources = Resources()
    resources.add(Database, database)
    async with database.unit() as session:
        for number in range(7):
            await add_battle(session, left_model_id=f"team:x@{number}", right_model_id=None)
    [finding] = await check_contestants(resources)
    assert finding.level is Level.WARNING
    assert "battles.left_model_id names team:x@0, " in finding.sentence
    assert "and 2 more" in finding.sentence
    assert "install it again" in finding.advice
