import pytest
from tests.catalog.steps import probe, sync

from llmbattler.catalog.admin.service.views import get_model, list_models
from llmbattler.catalog.errors import ModelNotFound
from llmbattler.catalog.models import HealthState, ModelStatus, PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.core.db import Database


def offer(model_id: str, name: str) -> OfferedModel:
    return OfferedModel(
        model_id=model_id,
        name=name,
        connector="openai",
        model=model_id,
        source=Source.FILE,
        place=PlaceKind.LOCAL,
        system_prompt="Be kind.",
    )


async def test_admins_see_models_by_name_with_their_current_health(database: Database) -> None:
    await sync(database, offer("b", "alpha"), offer("a", "Beta"))
    await probe(database, "a")
    await probe(database, "a", "bad_key")
    async with database.unit() as session:
        first, second = (await list_models(session)).models
    assert (first.model_id, first.health, first.health_since) == ("b", HealthState.UNKNOWN, None)
    assert (second.model_id, second.health, second.health_reason) == ("a", HealthState.DOWN, "bad_key")
    assert second.system_prompt == "Be kind."


async def test_the_health_of_a_retired_model_is_unknown(database: Database) -> None:
    await sync(database, offer("a", "Alpha"), offer("b", "Beta"))
    await probe(database, "a")
    await sync(database, offer("b", "Beta"))
    async with database.unit() as session:
        model = await get_model(session, model_id="a")
    assert (model.status, model.health, model.health_since) == (ModelStatus.RETIRED, HealthState.UNKNOWN, None)


async def test_an_unknown_model_is_not_found(database: Database) -> None:
    async with database.unit() as session:
        with pytest.raises(ModelNotFound):
            await get_model(session, model_id="none")
