from collections.abc import Callable
from datetime import timedelta

from tests.catalog.steps import sync

from llmbattler.catalog import repository
from llmbattler.catalog.models import HealthState, ModelHealth, ModelStatus
from llmbattler.catalog.offers import OfferedModel
from llmbattler.core.db import Database, get_transaction_time

Offer = Callable[..., OfferedModel]

DELAY = timedelta(minutes=10)


async def add_health(database: Database, model_id: str, state: HealthState, minutes_ago: float, *, first: bool) -> None:
    async with database.unit() as session:
        now = await get_transaction_time(session)
        changed_at = now - timedelta(minutes=minutes_ago)
        session.add(ModelHealth(model_id=model_id, state=state, first=first, changed_at=changed_at))


async def test_drawable_models_are_active_and_not_down(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"), offer("b"), offer("c", status=ModelStatus.PAUSED), offer("d"))
    await add_health(database, "b", HealthState.HEALTHY, 5, first=True)
    await add_health(database, "b", HealthState.DOWN, 1, first=False)
    await add_health(database, "d", HealthState.DOWN, 5, first=True)
    await add_health(database, "d", HealthState.DEGRADED, 1, first=False)
    async with database.unit() as session:
        assert [row.model_id for row in await repository.list_drawable(session)] == ["a", "d"]


async def test_the_visible_health_is_the_newest_old_one_or_the_first(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"), offer("b"))
    await add_health(database, "a", HealthState.HEALTHY, 30, first=True)
    await add_health(database, "a", HealthState.DEGRADED, 20, first=False)
    await add_health(database, "a", HealthState.DOWN, 1, first=False)
    await add_health(database, "b", HealthState.HEALTHY, 1, first=True)
    async with database.unit() as session:
        visible = {row.model_id: row.state for row in await repository.list_visible_health(session, DELAY)}
        latest = {row.model_id: row.state for row in await repository.list_latest_health(session)}
        one = await repository.get_visible_health(session, "a", DELAY)
        none = await repository.get_visible_health(session, "c", DELAY)
    assert visible == {"a": HealthState.DEGRADED, "b": HealthState.HEALTHY}
    assert latest == {"a": HealthState.DOWN, "b": HealthState.HEALTHY}
    assert (one.state if one else None, none) == (HealthState.DEGRADED, None)


async def test_changes_of_health_are_counted_in_a_window(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"))
    for minutes in (1, 5, 9):
        await add_health(database, "a", HealthState.HEALTHY, minutes, first=False)
    async with database.unit() as session:
        now = await get_transaction_time(session)
        counted = await repository.count_health_changes(session, now - timedelta(minutes=8), now)
    assert counted == 2
