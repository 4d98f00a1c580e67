import asyncio
from collections.abc import Callable

import pytest
from tests.catalog.budgets.money import alerts, ask

from llmbattler.catalog.alerts.models import AlertLevel
from llmbattler.catalog.alerts.service import raise_alert, resolve_alerts
from llmbattler.catalog.budgets.service.reservations import provider_of
from llmbattler.catalog.calls.flow import CallContext, ModelCalls
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.probes.flow import probe_health
from llmbattler.catalog.service import list_drawable, sync_catalog
from llmbattler.connectors.calls import Caller
from llmbattler.connectors.contract import Message
from llmbattler.connectors.errors import BadKey, FailureKind
from llmbattler.core.db import Database
from llmbattler.core.settings import Settings
from llmbattler.testing import Script, ScriptedProvider

Offer = Callable[..., OfferedModel]


async def tell(database: Database, subject: str = "a") -> bool:
    async with database.unit() as session:
        return await raise_alert(session, kind="test.failed", subject=subject, message="No.", level=AlertLevel.WARNING)


async def test_the_same_alert_is_raised_once_until_it_is_resolved(database: Database) -> None:
    told = await asyncio.gather(*(tell(database) for _ in range(8)))
    assert sorted(told) == [False] * 7 + [True]
    assert await tell(database, "b")
    async with database.unit() as session:
        await resolve_alerts(session, kinds=("test.failed",), subject="a")
    assert await tell(database)
    await ask(database, "UPDATE alerts SET day = day - 1 WHERE resolved_at IS NULL RETURNING 1")
    assert await tell(database)  # a new day
    assert len(await ask(database, "SELECT 1 FROM procrastinate_jobs WHERE task_name = 'budgets.send_alert'")) == 4


async def test_f37_a_refused_key_is_told_once_and_its_models_are_not_drawn(
    database: Database,
    caller: Caller,
    settings: Settings,
    calls: ModelCalls,
    offer: Offer,
    provider: ScriptedProvider,
) -> None:
    models = [offer("alpha"), offer("beta")]
    async with database.unit() as session:
        await sync_catalog(session, offers=models)
    await probe_health(database, caller, settings)
    for model in models:
        provider.script(model.model_id, Script(failure=FailureKind.BAD_KEY))
    for model in models:
        with pytest.raises(BadKey):
            async for _ in calls.stream(model, [Message.user("Hi")], context=CallContext(purpose="test")):
                pass
        await calls.flush()
    assert await alerts(database) == [("provider.key_refused", provider_of(models[0]))]
    async with database.unit() as session:
        assert await list_drawable(session) == []
    for model in models:
        provider.script(model.model_id, Script())
        async for _ in calls.stream(model, [Message.user("Hi")], context=CallContext(purpose="test")):
            pass
        await calls.flush()
    assert await ask(database, "SELECT 1 FROM alerts WHERE resolved_at IS NULL") == []
