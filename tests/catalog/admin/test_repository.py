from collections.abc import Callable

from tests.catalog.steps import call, called, probe, sync

from llmbattler.catalog.admin import repository
from llmbattler.catalog.ledger.service.calls import record_calls
from llmbattler.catalog.offers import OfferedModel
from llmbattler.core.db import Database

Offer = Callable[..., OfferedModel]


async def test_an_id_is_found_in_any_case(database: Database, offer: Offer) -> None:
    await sync(database, offer("Alpha"))
    async with database.unit() as session:
        assert await repository.list_ids(session, ["aLPHA", "beta"]) == ["Alpha"]


async def test_probes_and_tests_are_no_answers(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"), offer("b"))
    await probe(database, "a")
    async with database.unit() as session:
        await record_calls(session, records=[called("a", purpose="test")])
    await call(database, "b", "ok")
    async with database.unit() as session:
        assert await repository.find_answer(session, "a") is None
        assert await repository.find_answer(session, "b") is not None
