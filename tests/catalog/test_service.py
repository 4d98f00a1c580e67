import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from sqlalchemy import func
from tests.catalog.steps import age_rows, ask, call, live, probe, shown, sync

from llmbattler.catalog import service
from llmbattler.catalog.errors import ModelNotFound
from llmbattler.catalog.health import OK
from llmbattler.catalog.models import HealthState, ModelCall, ModelStatus, PlaceKind, Source
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.schemas import UsageOut
from llmbattler.connectors.contract import Abilities
from llmbattler.core.db import Database
from llmbattler.core.db.engine import DatabaseAddress
from llmbattler.core.live import LiveHub

Offer = Callable[..., OfferedModel]
LOT = service.BLIND_LOT
YESTERDAY = timedelta(days=1)


async def called_before(database: Database, purpose: str, age: timedelta, *, times: int = 1, tokens: int = 10) -> None:
    async with database.unit() as session:
        for _ in range(times):
            row = ModelCall(
                call_id=uuid4(),
                purpose=purpose,
                model_id="alpha",
                output_tokens=tokens,
                estimated=False,
                total_ms=1100,
                first_token_ms=100,
                attempts=1,
                outcome="ok",
                created_at=func.now() - age,
            )
            session.add(row)


async def usage(database: Database) -> UsageOut:
    shown: UsageOut = await ask(database, service.get_usage, model_id="alpha")
    return shown


async def test_a_model_keeps_all_that_is_known_of_it(database: Database, offer: Offer) -> None:
    model = offer(
        organization="Org",
        license="MIT",
        description="Words.",
        abilities=Abilities(vision=True, reasoning=True),
        context_length=4096,
        params={"temperature": 0.5, "stop": ["END"]},
        system_prompt="Be kind.",
        weight=2.5,
        api_key_env="KEY",
        note="why",
        status=ModelStatus.PAUSED,
    )
    assert (await sync(database, model)).added == ["alpha"]
    assert await ask(database, service.get_offered, model_id="alpha") == model
    assert await ask(database, service.list_offered) == [model]
    assert await ask(database, service.find_offered, model_ids=["alpha", "none"]) == {"alpha": model}


async def test_the_same_catalog_again_changes_nothing(database: Database, offer: Offer) -> None:
    models = (offer("a"), offer("b", price=None, params={"temperature": 0.1}))
    await sync(database, *models)
    assert not await sync(database, *models)
    report = await sync(database, replace(models[0], name="New"), models[1])
    assert (report.added, report.changed, report.retired) == ([], ["a"], [])


async def test_what_leaves_the_file_is_retired_and_may_come_back(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"), offer("b"))
    assert (await sync(database, offer("a"))).retired == ["b"]
    assert (await ask(database, service.get_model, model_id="b")).status is ModelStatus.RETIRED
    assert not await sync(database, offer("a"))
    assert (await sync(database, offer("a"), offer("b"))).changed == ["b"]
    assert (await ask(database, service.get_model, model_id="b")).status is ModelStatus.ACTIVE


async def test_retiring_a_model_twice_changes_nothing(database: Database, offer: Offer) -> None:
    gone = offer("a", status=ModelStatus.RETIRED)
    await sync(database, gone)
    assert not await sync(database, gone)


async def test_a_discovered_model_that_is_away_stays(database: Database, offer: Offer) -> None:
    await sync(database, offer("found", source=Source.DISCOVERED))
    assert not await sync(database)
    assert (await ask(database, service.get_model, model_id="found")).status is ModelStatus.ACTIVE


async def test_a_discovered_model_gives_way_to_the_file(database: Database, offer: Offer) -> None:
    found = offer("found", source=Source.DISCOVERED, model="m")
    await sync(database, found)
    assert (await sync(database, offer("named", model="m"))).retired == ["found"]
    assert (await sync(database, found)).changed == ["found"]
    assert (await ask(database, service.get_model, model_id="found")).status is ModelStatus.ACTIVE


async def test_a_discovered_model_gives_way_to_the_admin(database: Database, offer: Offer) -> None:
    found = offer("found", source=Source.DISCOVERED, model="m")
    admin = offer("named", model="m", source=Source.MANUAL, status=ModelStatus.RETIRED)
    await sync(database, found, admin)
    assert not (await sync(database)).retired  # whoever retired the admin area's own wants this one
    await sync(database, replace(admin, model_id="again", status=ModelStatus.PAUSED))
    row = await ask(database, service.get_offered, model_id="found")
    assert (row.status, row.note) == (ModelStatus.RETIRED, "This model was added in the admin area under another id.")


async def test_a_pause_outlives_discovery(database: Database, offer: Offer) -> None:
    await sync(database, offer("found", source=Source.DISCOVERED, status=ModelStatus.PAUSED, note="by hand"))
    assert not await sync(database, offer("found", source=Source.DISCOVERED))


async def test_embedded_models_of_another_file_are_retired(database: Database, offer: Offer) -> None:
    await sync(database, offer("smol", source=Source.EMBEDDED, place=PlaceKind.EMBEDDED))
    assert (await sync(database)).retired == ["smol"]


async def test_several_replicas_may_start_at_once(database: Database, offer: Offer) -> None:
    reports = await asyncio.gather(*(sync(database, offer("a"), offer("b")) for _ in range(5)))
    assert sorted(len(report.added) for report in reports) == [0, 0, 0, 0, 2]


async def test_models_are_listed_by_name(database: Database, offer: Offer) -> None:
    await sync(database, offer("x", name="beta"), offer("y", name="Alpha"), offer("z", name="Gamma"))
    listed = await ask(database, service.list_models)
    assert [model.model_name for model in listed.models] == ["Alpha", "beta", "Gamma"]
    assert listed.metadata.total_models == 3


@pytest.mark.parametrize("model_id", ["nobody", "a\0b", "x" * 5000])
async def test_an_unknown_model_has_a_name_for_it(database: Database, model_id: str) -> None:
    with pytest.raises(ModelNotFound):
        await ask(database, service.get_model, model_id=model_id)


async def test_down_and_inactive_models_are_not_drawn(database: Database, offer: Offer) -> None:
    await sync(
        database,
        offer("fresh"),
        offer("well"),
        offer("weak"),
        offer("dead"),
        offer("paused", status=ModelStatus.PAUSED),
        offer("retired", status=ModelStatus.RETIRED),
    )
    for model_id in ("well", "weak", "dead"):
        await probe(database, model_id)
    await call(database, "weak", OK, OK, "timed_out")
    await call(database, "dead", "bad_key")
    drawable = await ask(database, service.list_drawable)
    assert [model.model_id for model in drawable] == ["fresh", "weak", "well"]


async def test_the_first_state_is_shown_at_once(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"), offer("b"))
    assert await shown(database, "a") == "unknown"
    await probe(database, "a")
    await probe(database, "b", "unreachable")
    assert (await shown(database, "a"), await shown(database, "b")) == ("healthy", "down")


async def test_later_changes_are_shown_ten_minutes_late(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"))
    await probe(database, "a")
    await call(database, "a", *["overloaded"] * 4)
    assert (await live(database, "a"), await shown(database, "a")) == ("down", "healthy")
    await age_rows(database, 9.9)
    assert await shown(database, "a") == "healthy"
    await age_rows(database, 0.2)
    assert await shown(database, "a") == "down"
    listed = await ask(database, service.list_models)
    assert listed.models[0].health is HealthState.DOWN
    assert listed.models[0].health_since is not None


async def test_pages_hear_of_the_catalog_but_not_of_calls(
    database: Database, offer: Offer, address: DatabaseAddress
) -> None:
    hub = LiveHub(address)
    await hub.open()
    try:
        with hub.subscribe(service.MODELS_TOPIC) as subscription:
            await sync(database, offer("a"))
            assert (await asyncio.wait_for(subscription.next(), 5)).topic == "models"  # type: ignore[union-attr]
            await probe(database, "a")
            assert (await asyncio.wait_for(subscription.next(), 5)).id == "a"  # type: ignore[union-attr]
            await call(database, "a", *["overloaded"] * 4)
            assert await ask(database, service.announce_health, since=timedelta(minutes=3)) is False
            await age_rows(database, 11)
            assert await ask(database, service.announce_health, since=timedelta(minutes=3)) is True
            assert (await asyncio.wait_for(subscription.next(), 5)).id == "all"  # type: ignore[union-attr]
    finally:
        await hub.close()


async def test_s23_one_battle_more_or_less_changes_nothing(database: Database, offer: Offer) -> None:
    await sync(database, offer("alpha"))
    await called_before(database, "battle", YESTERDAY, times=LOT - 1)
    assert (await usage(database)).calls == 0
    await called_before(database, "battle", YESTERDAY, times=LOT)
    before = await usage(database)
    assert before.calls == LOT
    await called_before(database, "battle", timedelta(minutes=1), times=LOT, tokens=999)
    assert await usage(database) == before


async def test_only_complete_batches_of_blind_calls_count_in_usage(database: Database, offer: Offer) -> None:
    await sync(database, offer("alpha"))
    await called_before(database, "battle", 2 * YESTERDAY, times=LOT)
    await called_before(database, "battle", YESTERDAY, tokens=999)
    told = await usage(database)
    assert (told.calls, told.mean_output_tokens, told.median_first_token_ms) == (LOT, 10, 100)


async def test_calls_under_the_models_name_are_ten_minutes_late(database: Database, offer: Offer) -> None:
    await sync(database, offer("alpha"))
    await called_before(database, "direct", timedelta(minutes=9))
    assert (await usage(database)).calls == 0
    await called_before(database, "direct", timedelta(minutes=11))
    await called_before(database, "probe", timedelta(minutes=11))
    assert (await usage(database)).calls == 1
