from collections.abc import Callable

import pytest

from llmbattler.catalog.discovery.service import found_models
from llmbattler.catalog.discovery.service.found_models import sort_found
from llmbattler.catalog.errors import FoundModelNotFound
from llmbattler.catalog.models import Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.core.db import Database

Offer = Callable[..., OfferedModel]


@pytest.fixture
def found(offer: Offer) -> Offer:
    def make(model_id: str, **changes: object) -> OfferedModel:
        return offer(model_id, source=Source.DISCOVERED, **changes)

    return make


async def sort(
    database: Database, *found: OfferedModel, known: set[str] | None = None, ask: bool = False, **more: OfferedModel
) -> tuple[list[str], list[str]]:
    async with database.unit() as session:
        admitted, waiting = await sort_found(
            session, found=found, named=list(more.values()), known=known or set(), ask=ask
        )
    return [offer.model_id for offer in admitted], waiting


async def waiting(database: Database) -> list[str]:
    async with database.unit() as session:
        return [row.model_id for row in await found_models.list_found(session)]


async def test_found_models_are_offered_at_once_or_wait(database: Database, found: Offer) -> None:
    assert await sort(database, found("a"), found("b")) == (["a", "b"], [])
    assert await sort(database, found("c"), ask=True) == ([], ["c"])
    assert await sort(database, found("c"), ask=True) == ([], [])  # it waits already
    assert await waiting(database) == ["c"]


async def test_models_of_a_provider_of_the_admin_area_always_wait(database: Database, found: Offer) -> None:
    assert await sort(database, found("a", provider_id="p"), found("b")) == (["b"], ["a"])
    async with database.unit() as session:
        row = await found_models.lock_found(session, "a")
        assert found_models.read_found(row) == found("a", provider_id="p")


async def test_a_model_that_is_named_or_known_is_not_found_again(
    database: Database, found: Offer, offer: Offer
) -> None:
    same_address = offer("mine", model="a")
    assert await sort(database, found("a"), ask=True, named=same_address) == ([], [])
    assert await sort(database, found("b"), ask=True) == ([], ["b"])
    assert await sort(database, found("b"), known={"b"}, ask=True) == (["b"], [])  # accepted meanwhile
    assert await waiting(database) == []


async def test_an_ignored_model_is_not_offered_and_not_new(database: Database, found: Offer) -> None:
    await sort(database, found("a"), ask=True)
    async with database.unit() as session:
        await found_models.ignore_found(session, await found_models.lock_found(session, "a"))
    assert await sort(database, found("a")) == ([], [])
    assert await waiting(database) == ["a"]


async def test_the_first_of_two_models_with_one_id_counts(database: Database, found: Offer) -> None:
    assert await sort(database, found("a"), found("a", provider_id="p")) == (["a"], [])


async def test_an_unknown_found_model_is_not_found(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(FoundModelNotFound):
            await found_models.lock_found(session, "none")
