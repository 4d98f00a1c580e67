from collections.abc import Callable

from msgspec.structs import replace
from tests.catalog.steps import ask, call, called, live, probe, sync

from llmbattler.catalog import repository
from llmbattler.catalog.health import OK
from llmbattler.catalog.ledger.service.calls import record_calls
from llmbattler.catalog.ledger.service.health_alerts import resolve_model_down
from llmbattler.catalog.offers import OfferedModel
from llmbattler.catalog.service import list_drawable
from llmbattler.core.db import Database, Session
from llmbattler.core.ids import uuid7

Offer = Callable[..., OfferedModel]


async def drawable(database: Database) -> list[str]:
    return [model.model_id for model in await ask(database, list_drawable)]


async def read_alerts(session: Session) -> list[tuple[str, str, str]]:
    rows = await session.execute(
        repository.text("SELECT kind, subject, message FROM alerts WHERE resolved_at IS NULL ORDER BY kind")
    )
    return [(row.kind, row.subject, row.message) for row in rows]


async def test_two_failed_answers_take_a_model_out_until_it_answers_and_raise_one_alert(
    database: Database, offer: Offer
) -> None:
    await sync(database, offer("a"))
    await probe(database, "a")
    failed = replace(called("a", "overloaded", "side_by_side"), report="HTTP 500: Boom.")
    for _ in range(3):
        await ask(database, record_calls, records=[replace(failed, call_id=uuid7())])
    assert await live(database, "a") == "down"
    assert await drawable(database) == []
    await probe(database, "a")  # its server still lists it
    assert await live(database, "a") == "down"
    rows = await ask(database, read_alerts)
    assert [(kind, subject) for kind, subject, _ in rows] == [("model.down", "a")]
    assert "internal error. (HTTP 500) It is not drawn" in rows[0][2]
    await call(database, "a", OK)
    assert await live(database, "a") == "degraded"
    assert await drawable(database) == ["a"]
    assert await ask(database, read_alerts) == []


async def test_a_server_that_cannot_be_reached_is_one_alert_for_all_its_models(
    database: Database, offer: Offer
) -> None:
    await sync(database, offer("a"), offer("b"))
    for model_id in ("a", "b"):
        await probe(database, model_id, "unreachable")
    assert [kind for kind, _, _ in await ask(database, read_alerts)] == ["provider.unreachable"]


async def test_nobody_waits_for_a_model_that_is_paused(database: Database, offer: Offer) -> None:
    await sync(database, offer("a"))
    await probe(database, "a", "timed_out")
    assert len(await ask(database, read_alerts)) == 1
    await ask(database, resolve_model_down, model_id="a")
    assert await ask(database, read_alerts) == []
